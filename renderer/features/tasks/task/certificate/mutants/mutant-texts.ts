import type { ShownMutant } from "./shown-mutants.ts";

/** The gold with the change of a mutant in it, statement by statement. */
export function mutantTexts({ gold, mutant }: ShownMutant): string[] {
  const { statement, range, replacement } = mutant;
  return gold.map((sql, at) =>
    at === statement ? sql.slice(0, range.from) + replacement + sql.slice(range.to) : sql,
  );
}
