/** A browser's storage in memory: keys are its own properties, as in a window. */
export function browserStorage(): Storage {
  const storage = {};
  const hidden = (value: unknown) => ({ value, enumerable: false });
  const texts = storage as Record<string, string>;
  return Object.defineProperties(storage, {
    getItem: hidden((key: string) => texts[key] ?? null),
    setItem: hidden((key: string, value: string) => {
      texts[key] = value;
    }),
    removeItem: hidden((key: string) => {
      delete texts[key];
    }),
  }) as Storage;
}
