/** An id for something of that name that none of `taken` is: its letters and digits, with - between the words. */
export function idFor(name: string, taken: readonly string[]): string {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, "")
    .split(/[ _-]+/)
    .filter((word) => word !== "")
    .join("-");
  const id = (/^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, "")).slice(0, 36);
  if (!taken.includes(id)) return id;
  let n = 2;
  while (taken.includes(`${id}-${n}`)) n += 1;
  return `${id}-${n}`;
}
