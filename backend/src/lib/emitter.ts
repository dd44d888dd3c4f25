export interface Emitter<T> {
  emit(value: T): void;
  /** Returns what takes the listener off again. */
  on(listener: (value: T) => void): () => void;
}

/** One kind of event, its listeners called in order; what they throw reaches the emitter's caller. */
export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
