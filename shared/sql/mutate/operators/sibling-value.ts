import { put, quote, words } from "../at-node.ts";
import type { Mutation, MutationOperator, Surroundings } from "../operator.ts";

/** So many other values are offered for one, the nearest in the text first. */
const mostValues = 4;
const places = new Set(["comparison", "list", "when", "else", "assignment"]);

/** Another of the values that the knowledge base or the meaning of a column lists beside this one. */
export const siblingValue: MutationOperator = {
  id: "sibling-value",
  topic: "value",
  kinds: ["string"],
  *mutationsAt(site): Generator<Mutation> {
    const { tree, node, parents } = site;
    const [parent, test] = parents;
    const text = quote(tree, node);
    const value = text.slice(1, -1);
    if (parent === undefined || !places.has(parent.kind) || !/^'[^']{1,40}'$/.test(text)) return;
    const used = new Set(parent.children.map((child) => quote(tree, child)));
    const others = valuesBeside(value, site)
      .map((other) => `'${other}'`)
      .filter((other) => !used.has(other))
      .slice(0, mostValues);
    const isListed = parent.kind === "list" && words(tree, test?.children[1]) === "IN";
    for (const other of others) {
      if (isListed && parent.children.at(-1) === node)
        yield {
          splices: [put({ from: node.to, to: node.to }, `, ${other}`)],
          meaning: `also ${other}`,
        };
      yield { splices: [put(node, other)], meaning: `${other} instead of ${text}` };
    }
  },
};

/** The values that a text lists together with one: in quotes, or each in front of a colon. */
function valuesBeside(value: string, { knowledge, meanings }: Surroundings): string[] {
  const texts = [...knowledge.map(({ definition }) => definition), ...meanings.map(({ text }) => text)];
  const found = texts.flatMap((text) => {
    const quoted = Array.from(text.matchAll(/'([^']{1,40})'/g), ([, one]) => one ?? "");
    const named = Array.from(text.matchAll(/(?:^|[.;,]\s+)([A-Z][A-Z0-9_]{1,15}):/g), ([, one]) => one ?? "");
    const bare = Array.from(text.matchAll(/\b([A-Z][A-Z0-9_]{1,15})[.,;:]/g), ([, one]) => one ?? "");
    return [quoted, named, bare]
      .filter((list) => list.includes(value))
      .slice(0, 1)
      .flat();
  });
  return [...new Set(found)].filter((one) => one !== value);
}
