export interface RingBuffer<T> {
  push(item: T, size: number): void;
  readonly length: number;
  /** The items from `index` (0 is the oldest kept) on. */
  from(index: number): T[];
  at(index: number): T | undefined;
  clear(): void;
}

export interface RingOptions<T> {
  maxItems: number;
  /** Bound on the sum of the sizes; the newest item stays even if it alone is larger. */
  maxSize: number;
  onEvict?(item: T): void;
}

/** A queue that forgets its oldest items once it holds too many or too much. */
export function createRingBuffer<T>({ maxItems, maxSize, onEvict }: RingOptions<T>): RingBuffer<T> {
  let items: { item: T; size: number }[] = [];
  let head = 0;
  let total = 0;

  function evict() {
    const first = items[head];
    if (!first) return;
    head++;
    total -= first.size;
    onEvict?.(first.item);
    // Drop the dead front in one go, so that pushing stays cheap.
    if (head > 64 && head * 2 > items.length) {
      items = items.slice(head);
      head = 0;
    }
  }

  return {
    push(item, size) {
      items.push({ item, size });
      total += size;
      while (items.length - head > 1 && (items.length - head > maxItems || total > maxSize)) evict();
    },
    get length() {
      return items.length - head;
    },
    from: (index) => items.slice(head + index).map((entry) => entry.item),
    at: (index) => items[head + index]?.item,
    clear() {
      items = [];
      head = 0;
      total = 0;
    },
  };
}
