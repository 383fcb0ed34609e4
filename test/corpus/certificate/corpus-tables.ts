import { propertyNames } from "#shared/domain/certificate.ts";
import type { CorpusResult } from "./certificate-corpus.ts";
import { type CorpusSet, corpusSets, defectsByHand } from "./variant.ts";

/** A result in one line. */
export function resultLine({ set, source, id, property, isRight, worse, findings, elapsedMs }: CorpusResult) {
  const [right, wrong] = property === null ? ["good", "ACCUSED"] : ["caught", "MISSED"];
  const seen = worse.length > 0 ? `worse: ${worse.join(", ")}` : "nothing worse";
  const said = findings[0] === undefined ? "" : `; ${findings[0]}`;
  return `${isRight ? right : wrong} ${set} ${source} ${id} ${property ?? ""} (${seen}${said}) ${Math.round(elapsedMs)} ms`;
}

const columns: readonly { head: string; set: CorpusSet; source: CorpusResult["source"] }[] = [
  { head: "by hand, first set", set: "tuning", source: "by-hand" },
  { head: "made, first set", set: "tuning", source: "made" },
  { head: "by hand, second set", set: "reported", source: "by-hand" },
  { head: "by hand, third set", set: "blind", source: "by-hand" },
  { head: "made, second set", set: "reported", source: "made" },
];

/** What was caught by property and set, how many good tasks are accused, and each miss with its reason, as Markdown. */
export function corpusTables(results: readonly CorpusResult[]): string {
  const own = (set: CorpusSet, source: CorpusResult["source"]) =>
    results.filter((result) => result.set === set && result.source === source);
  const cells = (property: string | null) =>
    columns.map(({ set, source }) =>
      share(own(set, source).filter((result) => property === null || result.property === property)),
    );
  const rows = [
    ["property", ...columns.map(({ head }) => head)],
    Array(columns.length + 1).fill("---"),
    ...propertyNames.map((property) => [property, ...cells(property)]),
    ["all", ...cells(null)],
  ];
  const accused = (["same-meaning", "same-meaning-in-all"] as const).flatMap((source) =>
    (["tuning", "reported"] as const).map((set) => accusedShare(own(set, source))),
  );
  return [
    rows.map((row) => `| ${row.join(" | ")} |`).join("\n"),
    `Of the tasks that are written otherwise, accused are ${accused[0]} (first set) and ${accused[1]} (second set) in anchored, recoverable, runs, data-proof and stateful; of those that were judged in every property ${accused[2]} and ${accused[3]}.`,
    missesOf(results),
  ].join("\n\n");
}

/** "10 of 12", the caught of all. */
function share(results: readonly CorpusResult[]): string {
  return results.length === 0
    ? "–"
    : `${results.filter(({ isRight }) => isRight).length} of ${results.length}`;
}

/** "1 of 312", the accused of all. */
function accusedShare(results: readonly CorpusResult[]): string {
  return `${results.filter(({ isRight }) => !isRight).length} of ${results.length}`;
}

/** The missed and the accused, each with what is known of it. */
function missesOf(results: readonly CorpusResult[]): string {
  const remarks = new Map(corpusSets.flatMap(defectsByHand).map(({ id, remark }) => [id, remark]));
  const lines = results
    .filter(({ isRight }) => !isRight)
    .map(({ id, what, property, worse, findings }) => {
      if (property === null) return `- Accused: ${id} (${worse.join(", ")}). ${findings[0] ?? ""}`;
      const remark = remarks.get(id);
      const kind = remark?.kind === "wrong-label" ? "Recorded wrongly" : "Missed";
      return `- ${kind}: ${id} (${property}). ${what} ${remark?.why ?? ""}`.trimEnd();
    });
  return lines.length === 0 ? "None is missed, and none accused." : lines.join("\n");
}
