/** The same object, but using what it does not have is an error: the double never pretends to be more than it is. */
export function only<T extends object>(what: string, object: T): T {
  return new Proxy(object, {
    get(target, key) {
      if (!(key in target) && typeof key === "string" && key !== "then") {
        throw new Error(`electron double: ${what}.${key} is not there`);
      }
      const value = Reflect.get(target, key);
      // Private fields need the object itself as `this`, not its proxy.
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}

/** An event that a listener may prevent. */
export function preventable<T extends object>(details: T = {} as T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}
