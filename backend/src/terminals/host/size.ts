interface Size {
  cols: number;
  rows: number;
}

/** Who decides how large a terminal is: the last viewer to type or to take the focus; until somebody does, the first. */
export function createSizeKeeper<V>(start: Size) {
  const wishes = new Map<V, Size>();
  let owner: V | null = null;
  let size: Size = start;

  /** Answers the size to take on, or null when it stays. */
  function settle(): Size | null {
    const wish = owner === null ? undefined : wishes.get(owner);
    if (!wish || (wish.cols === size.cols && wish.rows === size.rows)) return null;
    size = wish;
    return size;
  }

  return {
    get size() {
      return size;
    },
    isOwner: (viewer: V) => owner === viewer,
    /** The viewer has room for that much. */
    wish(viewer: V, { cols, rows }: Size): Size | null {
      wishes.delete(viewer);
      wishes.set(viewer, { cols, rows });
      owner ??= viewer;
      return settle();
    },
    /** The viewer typed or took the focus. */
    claim(viewer: V): Size | null {
      owner = viewer;
      return settle();
    },
    /** True when nobody decides any more. */
    left(viewer: V): boolean {
      wishes.delete(viewer);
      if (owner === viewer) owner = null;
      return owner === null;
    },
    /** Where nobody decides, whoever said last how large. */
    inherit(): Size | null {
      owner ??= [...wishes.keys()].at(-1) ?? null;
      return settle();
    },
  };
}
