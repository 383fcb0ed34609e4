/** A piece of a text: plain words, or a formula between its delimiters. */
export type MathPart =
  | { kind: "text"; text: string }
  /** `source` is what is between the delimiters, `raw` all of it. */
  | { kind: "formula"; source: string; raw: string; display: boolean };

const formulas = new RegExp(
  [
    String.raw`\\.`,
    String.raw`\$\$(?<block>(?:\\[^]|[^$\\])+)\$\$`,
    // As Pandoc reads it, so that "$5 and $6" stays money: no space inside the dollars, no digit after the second.
    String.raw`\$(?<inline>(?=\S)(?:\\[^]|[^$\\])*?(?<=\S))\$(?!\d)`,
  ].join("|"),
  "g",
);

/** Splits a text at its formulas: `$…$` in the line, `$$…$$` set apart; `\$` is a dollar. */
export function mathParts(text: string): MathPart[] {
  const parts: MathPart[] = [];
  let plain = "";
  let at = 0;
  for (const match of text.matchAll(formulas)) {
    const [raw] = match;
    const { block, inline } = match.groups ?? {};
    plain += text.slice(at, match.index);
    at = match.index + raw.length;
    const source = block ?? inline;
    if (source === undefined) {
      plain += raw === "\\$" ? "$" : raw;
      continue;
    }
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
    parts.push({ kind: "formula", source, raw, display: block !== undefined });
  }
  plain += text.slice(at);
  if (plain !== "") parts.push({ kind: "text", text: plain });
  return parts;
}
