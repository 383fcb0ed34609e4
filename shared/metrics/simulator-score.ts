import type { SimulatorAction } from "../domain/dialogue.ts";

type ActionKind = SimulatorAction["kind"];

/** The kinds of action, in the order of the table. */
const actionKinds = ["AMB", "LOC", "UNA"] as const satisfies readonly ActionKind[];

/** A question that was answered, with the actions that were expected and those that were given. */
export interface JudgedQuestion {
  expected: readonly SimulatorAction[];
  given: readonly SimulatorAction[];
}

/** How well a user simulator understands questions. */
export interface SimulatorScore {
  questions: number;
  /** Questions whose actions are all as expected, and no others. */
  right: number;
  /** For each class the expected actions of it, and how many of them were given, the right ambiguity or node. */
  classes: { action: ActionKind; of: number; right: number; rate: number | null }[];
  /** How often an expected action of one class was answered as which class; `given` is the right one where there are several. */
  confusion: { expected: ActionKind; given: ActionKind; count: number }[];
}

/** Scores answers against expectations; pure, in the order of the classes. */
export function simulatorScore(judged: readonly JudgedQuestion[]): SimulatorScore {
  const pairs = judged.flatMap(({ expected, given }) =>
    expected.map((wanted) => ({
      wanted,
      answered: given.find((action) => isSameAction(wanted, action)),
      given,
    })),
  );
  const classes = actionKinds.map((action) => {
    const own = pairs.filter(({ wanted }) => wanted.kind === action);
    const right = own.filter(({ answered }) => answered !== undefined).length;
    return { action, of: own.length, right, rate: own.length === 0 ? null : right / own.length };
  });
  const cells = actionKinds.flatMap((expected) => actionKinds.map((given) => ({ expected, given })));
  const kindOf = ({ answered, given, wanted }: (typeof pairs)[number]): ActionKind | undefined =>
    (answered ?? given.find(({ kind }) => kind === wanted.kind) ?? given[0])?.kind;
  const confusion = cells.map((cell) => ({
    ...cell,
    count: pairs.filter((pair) => pair.wanted.kind === cell.expected && kindOf(pair) === cell.given).length,
  }));
  return { questions: judged.length, right: judged.filter(isRightAnswer).length, classes, confusion };
}

/** Whether all actions of an answer are as expected, and no others. */
export const isRightAnswer = ({ expected, given }: JudgedQuestion): boolean =>
  expected.length === given.length &&
  expected.every((wanted) => given.some((action) => isSameAction(wanted, action)));

/**
 * Whether an answer's action is the expected one: the same ambiguity; a node that holds the expected one or lies in it; any
 * refusal, whatever its reason.
 */
function isSameAction(wanted: SimulatorAction, given: SimulatorAction): boolean {
  if (wanted.kind === "AMB") return given.kind === "AMB" && given.ambiguity === wanted.ambiguity;
  if (wanted.kind === "UNA") return given.kind === "UNA";
  if (given.kind !== "LOC" || given.statement !== wanted.statement) return false;
  const [a, b] = [wanted.range, given.range];
  return (a.from <= b.from && b.to <= a.to) || (b.from <= a.from && a.to <= b.to);
}
