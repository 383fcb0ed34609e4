import { put, quote, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Text that begins, ends, holds or is; in PostgreSQL also whether case counts. */
export const likeWildcards: MutationOperator = {
  id: "like-wildcards",
  topic: "text",
  kinds: ["like"],
  *mutationsAt({ tree, node }) {
    const [, sign, pattern] = node.children;
    if (sign === undefined || pattern?.kind !== "string") return;
    const inner = /^'%?(.*?)%?'$/.exec(quote(tree, pattern))?.[1];
    const said = words(tree, sign);
    if (inner === undefined || inner === "" || !/LIKE$/.test(said)) return;
    const forms: [string, string][] = [
      [`'%${inner}%'`, "anywhere in it"],
      [`'${inner}%'`, "at its beginning"],
      [`'%${inner}'`, "at its end"],
      [`'${inner}'`, "and nothing else"],
    ];
    const now = quote(tree, pattern);
    for (const [text, meaning] of forms)
      if (text !== now)
        yield { splices: [put(pattern, text)], meaning: `'${inner}' ${meaning} instead of like ${now}` };
    if (tree.dialect !== "postgresql") return;
    const isCaseBlind = said.includes("ILIKE");
    yield {
      splices: [put(sign, isCaseBlind ? said.replace("ILIKE", "LIKE") : said.replace("LIKE", "ILIKE"))],
      meaning: isCaseBlind ? "capitals count" : "in capitals or not",
    };
  },
};
