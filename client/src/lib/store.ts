/** A value that can be watched. It belongs to whoever made it: none lives at module level in code that renders. */
export interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** Calls back after each change; the answer ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

/** Makes a store; setting the value it already has tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
