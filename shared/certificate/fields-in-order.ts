/** JSON with the fields of each object by name: one text for all that is equal, in whatever order it was written. */
export function fieldsInOrder(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
