import type { ServerStatement } from "../query.ts";
import type { ServerAnswer } from "./server-session.ts";

/** Tables that are written to with every verdict and every look. No remembered query reads them, and no other row goes with theirs. */
const busyTables: readonly string[] = [
  ...["verdict", "verdict_event", "opinion_slot", "slot_event", "opinion_seen", "draft", "scratch_query"],
  ...["opinion_count", "counted_item", "uncounted_item", "comment_thread", "comment_event", "comment_read"],
  ...["preference", "member_session", "audit_event"],
];
const busyTable = new RegExp(`"(?:${busyTables.join("|")})"`);
const busyWrite = new RegExp(`^(?:insert into|update|delete from) ${busyTable.source}`);

/** So long an answer is remembered at most, should no word of another host's change ever come. */
const longestMs = 1_000;
const mostAnswers = 5_000;

/** Whether a remembered answer may be another one after a statement. */
export const changesAnswers = ({ sql }: ServerStatement): boolean =>
  !/^(?:select|declare) /i.test(sql) && !busyWrite.test(sql);

/**
 * The answers to what nearly every call of a member asks, such as their roles (`compiledOnce`, query.ts), until something changes.
 * Most of a host's work on a server is the way there and back.
 */
export function rememberedAnswers() {
  const known = new Map<string, { answer: ServerAnswer; until: number }>();
  let changes = 0;
  let onTheirWay = 0;
  const forget = () => {
    changes += 1;
    known.clear();
  };
  return {
    /** How many changes there were: a transaction that began at one sees nothing of later ones. */
    changes: () => changes,

    /** What was answered a moment ago, or what `ask` answers now. */
    async to(
      { sql, parameters, isRemembered }: ServerStatement,
      ask: () => Promise<ServerAnswer>,
      seesUntil = changes,
    ): Promise<ServerAnswer> {
      if (!isRemembered || seesUntil !== changes || onTheirWay > 0) return ask();
      const key = JSON.stringify([sql, parameters]);
      const now = performance.now();
      const remembered = known.get(key);
      if (remembered !== undefined && now < remembered.until) return remembered.answer;
      if (busyTable.test(sql)) throw new Error(`This reads what is always written to: ${sql}`);
      const before = changes;
      const answer = await ask();
      // What was asked before a change may be as it was before it.
      if (before !== changes) return answer;
      if (known.size >= mostAnswers) known.clear();
      known.set(key, { answer, until: now + longestMs });
      return answer;
    },

    forget,

    /** A commit with changes is on its way, until the function is called: others see what it did before its answer is here. */
    changing() {
      onTheirWay += 1;
      forget();
      return () => {
        onTheirWay -= 1;
        forget();
      };
    },
  };
}
