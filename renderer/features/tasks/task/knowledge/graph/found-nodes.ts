/** The ids of the nodes whose id or name contains a text, whatever its case and accents; null where nothing is searched for. */
export function foundNodes(
  nodes: readonly { id: string; name: string }[],
  text: string,
): ReadonlySet<string> | null {
  const sought = folded(text.trim());
  if (sought === "") return null;
  return new Set(
    nodes.filter(({ id, name }) => id === sought || folded(name).includes(sought)).map(({ id }) => id),
  );
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
