/**
 * A smallest part of a set that still has a property which the whole set has, by halving and then by leaving out one after
 * another (delta debugging, Zeller 2002): none of its members can be left out. `first` gives the index of the first of some
 * parts that has the property, -1 where none has. It is asked about `most.parts` parts at most. Once none of more than
 * `most.members` parts can be left out, so many members are needed together; each is asked about alone before that is the end, as
 * others may hide what one of them shows (in an average).
 */
export async function smallestSet<Item>(
  all: readonly Item[],
  first: (parts: readonly (readonly Item[])[]) => Promise<number>,
  most: { parts: number; members: number },
): Promise<Item[]> {
  let now = [...all];
  let parts = 2;
  for (let asked = 0; now.length > 1 && asked < most.parts; ) {
    const size = Math.ceil(now.length / parts);
    const chunks = Array.from({ length: Math.ceil(now.length / size) }, (_, at) =>
      now.slice(at * size, (at + 1) * size),
    );
    const tries = [
      ...chunks,
      ...(parts > 2 ? chunks.map((chunk) => now.filter((item) => !chunk.includes(item))) : []),
    ].slice(0, most.parts - asked);
    asked += tries.length;
    const next = tries[await first(tries)];
    if (next !== undefined) {
      parts = next.length < now.length / 2 + 1 ? 2 : Math.max(2, parts - 1);
      now = next;
    } else if (parts >= now.length) break;
    else if (chunks.length > most.members) {
      const alone = now.map((item) => [item]).slice(0, most.parts - asked);
      return alone[await first(alone)] ?? now;
    } else parts = Math.min(now.length, parts * 2);
  }
  return now;
}
