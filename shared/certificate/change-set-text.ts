import type { AimedRows, MutantResult } from "../domain/certificate.ts";
import { withoutEnd } from "../text/without-end.ts";

/**
 * The rows that a mutant proposes for data which the benchmark owns; null where it proposes none: what only an exact comparison
 * sees helps no test, and those of a small world would take data away.
 */
export function changingRows({ survivor }: MutantResult): AimedRows | null {
  return survivor?.class === "data-blind" && survivor.rule !== "small-world" ? survivor.rows : null;
}

/** Statements that change a database, with what they show. */
export interface DescribedChange {
  /** The answer that differs from the gold on them: "at least 5 instead of more than 5". */
  meaning: string;
  phase: number;
  /** What they are: "a second row with the same values". */
  aim: string;
  statements: readonly string[];
}

/** A change set as a file of SQL: what it is for, and the statements of each change in one transaction. */
export function changeSetText(
  { instanceId, database }: { instanceId: string; database: string },
  changes: readonly DescribedChange[],
): string {
  const head = [
    `Rows for the database ${database} on which wrong answers to ${instanceId} differ from its gold.`,
    "Querent ran gold and answers over the database with all of these rows: each answer named here differs.",
  ];
  const bySql = Map.groupBy(changes, ({ statements }) =>
    statements.map((sql) => `${withoutEnd(sql.trim(), ";")};`).join("\n"),
  );
  const parts = [...bySql].map(([sql, shown]) => {
    const what = shown.map(({ meaning, phase, aim }) => comment(`Phase ${phase}: ${meaning}, with ${aim}.`));
    return [...what, "BEGIN;", sql, "COMMIT;"].join("\n");
  });
  return `${head.map(comment).join("\n")}\n\n${parts.join("\n\n")}\n`;
}

const comment = (text: string): string => `-- ${text.replace(/\s+/g, " ")}`;
