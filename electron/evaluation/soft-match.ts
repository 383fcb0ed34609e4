import type { Conditions } from "#shared/domain/conditions.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { SoftExVerdict } from "#shared/metrics/soft-ex/soft-ex.ts";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { EngineFault, type StateHash, type StatementResult } from "../engines/engine.ts";
import type { ResultsToMatch, Rewrite, SoftMatching } from "../sql-analysis/computations.ts";
import { GivenUp } from "../sql-analysis/sql-analysis.ts";
import { failureText, type TextsResult } from "../task-databases/run-texts.ts";
import { fetchFault } from "./fetch-fault.ts";

/** Runs texts on the state of a phase. */
export type RunOnState = (texts: readonly string[]) => Promise<TextsResult>;

/** A verdict, and what the gold did on the way to it; `gold` is null where it was not run. */
export interface SoftMatch {
  verdict: SoftExVerdict;
  gold: TextsResult | null;
}

const unequal = (reason: string): SoftExVerdict => ({ equal: false, reason });

/** A text that keeps a rewriter of linear time so long says nothing that could be compared. */
export const notRewritten = unequal(
  "The answer or the gold is too long to be rewritten before both are compared.",
);

/** Results of which the bounds of rows and bytes leave so much that comparing them is given up are nothing that an answer should give. */
const notCompared = unequal("The results are too large to be compared.");

/** Two lists to be matched. */
export interface SoftMatchCall {
  predicted: readonly string[];
  gold: readonly string[];
  conditions: Conditions;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
}

/**
 * Soft exact match of two lists as shipped (`ex_base`, SPEC E1): both run on the same connection, the answer first; an
 * error on either side fails. The lists run as they are: the default test rewrites them before.
 */
export async function softMatchAsShipped(
  run: RunOnState,
  { match }: Pick<SoftMatching, "match">,
  call: SoftMatchCall,
): Promise<SoftMatch> {
  const { predicted, gold, conditions, dialect, profile } = call;
  if (predicted.length === 0) return { verdict: unequal("There is no answer."), gold: null };
  if (gold.length === 0) return { verdict: unequal("The task has no gold SQL."), gold: null };
  const answered = await run(predicted);
  const answerFault = faultOf(answered, profile);
  if (answerFault !== null) return { verdict: unequal(`The answer fails: ${answerFault}.`), gold: null };
  const wanted = await run(gold);
  const goldFault = faultOf(wanted, profile);
  if (goldFault !== null) return { verdict: unequal(`The gold fails: ${goldFault}.`), gold: wanted };
  if (answered.last === null || wanted.last === null)
    return { verdict: unequal("The answer or the gold has no statement."), gold: wanted };
  const [ours, theirs] = [asFetched(answered.last, dialect), asFetched(wanted.last, dialect)];
  const verdict = await matched(match, { how: "shipped", predicted: ours, gold: theirs, conditions });
  return { verdict, gold: wanted };
}

async function matched(match: SoftMatching["match"], results: ResultsToMatch): Promise<SoftExVerdict> {
  return (await unlessGivenUp(() => match(results))) ?? notCompared;
}

function faultOf({ failed, ends }: TextsResult, profile: EvaluatorProfile): string | null {
  return failed === null ? fetchFault(ends, profile) : failureText(failed);
}

/** Python's sqlite3 hands every value over as it is stored, whatever the column is declared as. */
function asFetched(result: StatementResult, dialect: SqlDialect): StatementResult {
  if (dialect !== "sqlite") return result;
  return { ...result, columns: result.columns.map(({ name }) => ({ name, declaredType: "" })) };
}

/** The default test as shipped: both lists rewritten, then matched. The reason says where the rewriting is to blame. */
export async function defaultTestAsShipped(
  run: RunOnState,
  matching: SoftMatching,
  call: SoftMatchCall,
): Promise<SoftMatch> {
  const lists = await rewritten([call.predicted, call.gold], (sql) => matching.rewrite("asShipped", sql));
  if (lists === null) return { verdict: notRewritten, gold: null };
  const [predicted = [], gold = []] = lists;
  const match = await softMatchAsShipped(run, matching, { ...call, predicted, gold });
  const { verdict } = match;
  const isChanged = [...predicted, ...gold].join("\0") !== [...call.predicted, ...call.gold].join("\0");
  if (verdict.equal || !isChanged || !/ fails: /.test(verdict.reason)) return match;
  const stripped = "after comments, DISTINCT and ROUND are removed as shipped";
  return { ...match, verdict: unequal(verdict.reason.replace(/\.$/, `, ${stripped}.`)) };
}

/** What a side came to for the fixed test: its last result, and the state it left where it changes data. */
export interface FixedSide {
  run: TextsResult;
  hash: StateHash | null;
}

/** How the fixed default test writes a list before it runs: only rounding that nobody asked for is taken off (SPEC E6). */
export function rewriteFixed(
  sql: readonly string[],
  { decimals }: Conditions,
  dialect: SqlDialect,
): string[] {
  return decimals === null ? sql.map((text) => withoutOuterRound(text, dialect)) : [...sql];
}

/** The same of an answer and the gold, which may be of any length; null where that was given up. */
export async function rewriteFixedApart(
  lists: readonly (readonly string[])[],
  { decimals }: Conditions,
  { rewrite, dialect }: { rewrite: Rewrite; dialect: SqlDialect },
): Promise<string[][] | null> {
  if (decimals !== null) return lists.map((sql) => [...sql]);
  return rewritten(lists, (sql) =>
    rewrite(dialect === "sqlite" ? "fixedOnSqlite" : "fixedOnPostgresql", sql),
  );
}

function rewritten(
  lists: readonly (readonly string[])[],
  rewrite: (sql: readonly string[]) => Promise<string[]>,
): Promise<string[][] | null> {
  return unlessGivenUp(() => Promise.all(lists.map(rewrite)));
}

/** Null where work was given up: that is its text's own doing. What else goes wrong is no verdict. */
async function unlessGivenUp<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw new EngineFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The fixed default test on what both sides came to, each from the state that the phase begins with (SPEC E5, E9). */
export async function softMatchFixed(
  predicted: FixedSide,
  gold: FixedSide,
  { conditions, match }: { conditions: Conditions; match: SoftMatching["match"] },
): Promise<SoftExVerdict> {
  if (predicted.run.failed !== null)
    return unequal(`The answer fails: ${failureText(predicted.run.failed)}.`);
  if (gold.run.failed !== null) return unequal(`The gold fails: ${failureText(gold.run.failed)}.`);
  if (predicted.run.last === null) return unequal("There is no answer.");
  if (gold.run.last === null) return unequal("The task has no gold SQL.");
  if (isResult(gold.run.last))
    return matched(match, {
      how: "fixed",
      predicted: predicted.run.last,
      gold: gold.run.last,
      conditions,
    });
  if (isResult(predicted.run.last)) return unequal("The answer returns rows, but the gold does not.");
  return sameState(predicted.hash, gold.hash);
}

function isResult({ columns }: StatementResult): boolean {
  return columns.length > 0;
}

/** Where neither side gives rows, what they left behind is compared. */
function sameState(predicted: StateHash | null, gold: StateHash | null): SoftExVerdict {
  if (predicted === null || gold === null)
    return unequal("Neither the answer nor the gold returns rows or changes anything.");
  const names = Object.keys({ ...predicted.tables, ...gold.tables });
  const tables = names.filter((name) => predicted.tables[name] !== gold.tables[name]);
  const parts = [
    ...tables.map((name) => `the table ${name}`),
    ...(predicted.schema === gold.schema ? [] : ["the schema"]),
    ...(predicted.sequences === gold.sequences ? [] : ["the sequences"]),
  ];
  if (parts.length === 0) return { equal: true, reason: null };
  return unequal(
    `The answer leaves the database in a different state than the gold: ${parts.slice(0, 5).join(", ")}.`,
  );
}
