import { diffArrays } from "diff";
import type { DialogueTurn, ShownTurn, SystemAction } from "../domain/dialogue.ts";

/** How the turns of a row compare: all do and hear the same, some are answered otherwise, or some do something else or nothing. */
export type RowAgreement = "same" | "answer" | "action";

/** The turns of several dialogues that stand for the same step; null where a dialogue has none. */
export interface AlignedTurns {
  turns: readonly (ShownTurn | null)[];
  agreement: RowAgreement;
}

interface Row {
  turns: (ShownTurn | null)[];
  /** What the first of its turns does, and what it does when it is not looked at closely. */
  action: string;
  kind: string;
  /** The same of all its turns. */
  actions: ReadonlySet<string>;
  kinds: ReadonlySet<string>;
}

/**
 * Dialogues about one task laid side by side by what their systems do: each in turn is aligned to those before it, first by equal
 * actions (a question by what the simulator took it for, SQL by its words), then by actions of one kind between these.
 */
export function alignDialogues(dialogues: readonly (readonly ShownTurn[])[]): AlignedTurns[] {
  let rows: Row[] = [];
  for (const [at, turns] of dialogues.entries()) {
    const own = turns.map((turn) => rowOf(turn, at));
    rows = merged(rows.map(padded), own, [sharesAction, sharesKind]);
  }
  const count = dialogues.length;
  return rows.map(({ turns, actions }) => {
    const all = Array.from({ length: count }, (_, at) => turns[at] ?? null);
    return { turns: all, agreement: agreementOf(all, actions) };
  });
}

/** The first row in which the dialogues part; null where they never do. */
export function firstDivergence(rows: readonly AlignedTurns[]): number | null {
  const at = rows.findIndex(({ agreement }) => agreement !== "same");
  return at < 0 ? null : at;
}

function rowOf(turn: ShownTurn, dialogue: number): Row {
  const turns = [...Array.from({ length: dialogue }, () => null), turn];
  const [action, kind] = [actionKey(turn), kindKey(turn)];
  return { turns, action, kind, actions: new Set([action]), kinds: new Set([kind]) };
}

const padded = (row: Row): Row => ({ ...row, turns: [...row.turns, null] });

/** Whether a row of one turn belongs to a row of those before it. It is asked a million times for long dialogues. */
type Fits = (row: Row, own: Row) => boolean;

const sharesAction: Fits = (row, own) => row.actions.has(own.action);
const sharesKind: Fits = (row, own) => row.kinds.has(own.kind);

/** The rows with those of one more dialogue in them; what does not fit by the first measure is aligned by the next. */
function merged(rows: readonly Row[], own: readonly Row[], [fits, ...coarser]: readonly Fits[]): Row[] {
  if (fits === undefined || rows.length === 0 || own.length === 0) return [...rows, ...own];
  const result: Row[] = [];
  let [here, there] = [0, 0];
  let gap: { rows: Row[]; own: Row[] } = { rows: [], own: [] };
  const close = () => {
    result.push(...merged(gap.rows, gap.own, coarser));
    gap = { rows: [], own: [] };
  };
  for (const { count, added, removed } of diffArrays([...rows], [...own], { comparator: fits })) {
    if (removed) gap.rows.push(...rows.slice(here, here + count));
    else if (added) gap.own.push(...own.slice(there, there + count));
    else {
      close();
      for (let at = 0; at < count; at++) result.push(joined(rows[here + at], own[there + at]));
    }
    if (!added) here += count;
    if (!removed) there += count;
  }
  close();
  return result;
}

function joined(row: Row | undefined, own: Row | undefined): Row {
  if (row === undefined || own === undefined) throw new Error("An aligned row has no turn.");
  return {
    ...row,
    turns: [...row.turns.slice(0, -1), own.turns.at(-1) ?? null],
    actions: new Set([...row.actions, ...own.actions]),
    kinds: new Set([...row.kinds, ...own.kinds]),
  };
}

function agreementOf(turns: readonly (ShownTurn | null)[], actions: ReadonlySet<string>): RowAgreement {
  if (actions.size > 1 || turns.includes(null)) return "action";
  const heard = new Set(
    turns.map((turn) => turn && JSON.stringify([turn.rest?.hash ?? turn.observation, turn.refused])),
  );
  return heard.size > 1 ? "answer" : "same";
}

const kindKey = ({ phase, action }: DialogueTurn): string => `${phase} ${action.kind}`;

/** What a turn does, so that two that do the same have the same key. */
function actionKey(turn: DialogueTurn): string {
  return `${kindKey(turn)} ${JSON.stringify(subjectOf(turn.action, turn))}`;
}

function subjectOf(action: SystemAction, { answer }: DialogueTurn): unknown {
  switch (action.kind) {
    case "ask":
      return answer?.actions ?? words(action.question);
    case "submit":
      return action.sql.map(words);
    case "execute":
      return words(action.sql);
    default:
      return action;
  }
}

const words = (text: string): string => text.trim().replace(/\s+/g, " ");
