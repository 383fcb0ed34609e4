import { mayWrite } from "../../sql/may-write.ts";
import type { CheckedPhase, CheckedState, GoldResult } from "../checked-phase.ts";
import { wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";
import { differingRow } from "./same-rows.ts";

/** Another way to the same rows: by sorting and merging alone, without hashes, loops and indexes. */
const otherPlan = ["hashagg", "hashjoin", "nestloop", "indexscan", "bitmapscan"].map(
  (way) => `SET enable_${way} = off`,
);
const otherZone = ["SET TimeZone = 'Pacific/Auckland'"];

/** What a gold came to: the rows that it gave, and the state that it left where it may write. */
interface Outcome {
  run: GoldResult;
  state: CheckedState | null;
}

const rules = defineRules({
  "gold-differs-between-runs": {
    severity: "error",
    meaning: "Two runs of the gold on the same data return different rows.",
    fix: "Remove what reads the clock or random values, and add an ORDER BY where a LIMIT cuts rows off.",
  },
  "state-differs-between-runs": {
    severity: "error",
    meaning: "Two runs of the gold on the same data leave different database states.",
    fix: "Remove what reads the clock or random values, also from the DEFAULT of a column.",
  },
  "gold-depends-on-plan": {
    severity: "warning",
    meaning:
      "The gold returns something else when PostgreSQL only sorts and merges, so a tie is broken at random.",
    fix: "Order by a key that separates the rows.",
  },
  "gold-depends-on-time-zone": {
    severity: "warning",
    meaning: "The gold returns something else if the session has another time zone (PostgreSQL).",
    fix: "Write the time zone where timestamps become dates (`AT TIME ZONE 'UTC'`).",
  },
});
type SteadyFinding = PhaseFindingOf<typeof rules>;

/** Whether the gold comes to the same each time. It is run again under another plan and in another time zone; what differs is then asked why. */
export const steadyResult = checkFamily({
  topic: "gold",
  needs: "data",
  about: "whether the gold returns the same each time",
  rules,
  async *check(phase) {
    const writes = phase.part.category === "Management" || mayWrite(phase.part.goldSql, phase.dialect);
    const outcome = async (settings: readonly string[]): Promise<Outcome> => {
      const run = await phase.run(phase.part.goldSql, settings);
      return { run, state: writes ? await phase.hash() : null };
    };
    const first: Outcome = writes ? await outcome([]) : { run: await phase.gold(), state: null };
    const settings = phase.dialect === "sqlite" ? [] : [...otherPlan, ...otherZone];
    const differs = difference(phase, first, await outcome(settings));
    if (differs === null) return;
    const plain = settings.length === 0 ? differs : difference(phase, first, await outcome([]));
    if (plain !== null) yield unsteady(phase, plain);
    else {
      const byPlan = difference(phase, first, await outcome(otherPlan));
      yield byPlan === null ? dependsOnZone(phase, differs) : dependsOnPlan(phase, byPlan);
    }
  },
});

type Difference =
  | { kind: "rows"; finding: Pick<SteadyFinding, "evidence"> }
  | { kind: "state"; parts: string[] };

function difference(phase: CheckedPhase, one: Outcome, other: Outcome): Difference | null {
  if (one.run.last !== null && other.run.last !== null && phase.query !== null) {
    // Where no test looks at the order, only what the rows are counts.
    const ordered = phase.choice === "default" && phase.conditions.order;
    const row = differingRow(one.run.last, other.run.last, { ordered });
    const { columns } = other.run.last;
    if (row !== null) return { kind: "rows", finding: { evidence: { kind: "rows", columns, rows: [row] } } };
  }
  const parts = one.state === null || other.state === null ? [] : changedParts(one.state, other.state);
  return parts.length === 0 ? null : { kind: "state", parts };
}

/** What differs between two states, in words. */
function changedParts(one: CheckedState, other: CheckedState): string[] {
  const tables = [...new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])];
  return [
    ...tables.filter((table) => one.tables[table] !== other.tables[table]).map((table) => `table ${table}`),
    ...(one.schema === other.schema ? [] : ["the schema"]),
    ...(one.sequences === other.sequences ? [] : ["the sequences"]),
  ];
}

function unsteady(phase: CheckedPhase, found: Difference): SteadyFinding {
  const { phase: number } = phase.part;
  if (found.kind === "state")
    return {
      rule: "state-differs-between-runs",
      where: whole(phase),
      message: `Two runs of the gold of phase ${number} leave different database states (${found.parts.join(", ")}). Remove what reads the clock or random values; the DEFAULT of a column may do so too.`,
      evidence: { kind: "text", text: found.parts.join(", ") },
    };
  return {
    rule: "gold-differs-between-runs",
    where: whole(phase),
    message: `Two runs of the gold of phase ${number} on the same data return different rows. Remove what reads the clock or random values, and add an ORDER BY where a LIMIT cuts rows off.`,
    ...found.finding,
  };
}

function dependsOnPlan(phase: CheckedPhase, found: Difference): SteadyFinding {
  return {
    rule: "gold-depends-on-plan",
    where: whole(phase),
    message: `The gold of phase ${phase.part.phase} returns something else under another query plan (${what(found)}): a tie in a LIMIT, a window or an aggregate is broken at random. Order by a key that separates the rows.`,
    ...evidenceOf(found),
  };
}

function dependsOnZone(phase: CheckedPhase, found: Difference): SteadyFinding {
  return {
    rule: "gold-depends-on-time-zone",
    where: whole(phase),
    message: `The gold of phase ${phase.part.phase} returns something else if the session has another time zone (${what(found)}). Write the time zone where timestamps become dates (AT TIME ZONE 'UTC').`,
    ...evidenceOf(found),
  };
}

function what(found: Difference): string {
  return found.kind === "rows" ? "other rows" : found.parts.join(", ");
}

function evidenceOf(found: Difference): Pick<SteadyFinding, "evidence"> {
  return found.kind === "rows" ? found.finding : {};
}

function whole({ part }: CheckedPhase) {
  return wholeGold(part.goldSql.length - 1);
}
