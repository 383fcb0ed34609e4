import { useEffect, useState } from "react";
import type { Task } from "#shared/domain/task.ts";
import { ownWorker } from "../../../../ui/own-worker.ts";
import type { Gold, GoldAnswers, GoldMessage, GoldQuestion } from "./gold-questions.ts";
import workerUrl from "./gold-worker.ts?worker&url";

interface Asked {
  question: GoldQuestion;
  answer(value: GoldAnswers[GoldQuestion["about"]]): void;
}

let worker: Worker | null = null;
/** The golds that the worker has. */
let held: Gold = {};
let underWay: Asked | null = null;
/** Of each matter the last question that was not put yet. */
const waiting = new Map<GoldQuestion["about"], Asked>();

/** Asks the worker about SQL; of questions about one matter that come while it is busy only the last is put. Gives back how to stop caring. */
export function askAnalysis<Question extends GoldQuestion>(
  question: Question,
  answer: (value: GoldAnswers[Question["about"]]) => void,
): () => void {
  const asked: Asked = {
    question,
    // The worker answers each question in its kind.
    answer: (value) => answer(value as GoldAnswers[Question["about"]]),
  };
  waiting.set(question.about, asked);
  putNext();
  return () => {
    if (waiting.get(question.about) === asked) waiting.delete(question.about);
    asked.answer = () => {};
  };
}

function putNext(): void {
  if (underWay !== null) return;
  const [next] = waiting.values();
  if (next === undefined) return;
  waiting.delete(next.question.about);
  underWay = next;
  worker ??= started();
  worker.postMessage(messageOf(next.question));
}

/** A gold of a megabyte goes to the worker once, not with each question about it. */
function messageOf(question: GoldQuestion): GoldMessage {
  const golds: Gold = {};
  for (const phase of [1, 2] as const) {
    const statements = question.gold[phase];
    if (statements === undefined || statements === held[phase]) continue;
    golds[phase] = statements;
    held[phase] = statements;
  }
  return {
    golds,
    question: { ...question, gold: {}, ...("task" in question && { task: withoutGold(question.task) }) },
  };
}

function withoutGold(task: Task): Task {
  const { followUp } = task;
  return { ...task, goldSql: [], followUp: followUp && { ...followUp, goldSql: [] } };
}

function started(): Worker {
  const made = ownWorker(workerUrl, "gold");
  made.onmessage = ({ data }: MessageEvent<GoldAnswers[GoldQuestion["about"]]>) => {
    underWay?.answer(data);
    underWay = null;
    putNext();
  };
  made.onerror = ({ message }) => {
    console.error(`The SQL of the task could not be analysed; it is shown without marks. ${message}`);
    made.terminate();
    worker = null;
    held = {};
    underWay = null;
    putNext();
  };
  return made;
}

/** What the worker answers to a question (a stable object, or null to ask nothing); null until it is known. */
export function useAnalysis<Question extends GoldQuestion>(
  question: Question | null,
): GoldAnswers[Question["about"]] | null {
  type Answer = GoldAnswers[Question["about"]];
  const [known, setKnown] = useState<{ question: Question; answer: Answer } | null>(null);
  useEffect(() => {
    if (question === null) return;
    return askAnalysis(question, (answer) => setKnown({ question, answer }));
  }, [question]);
  return question !== null && known?.question === question ? known.answer : null;
}

/** What the worker answers about a task (a stable question, or null to ask nothing); until it is known, what it answered last. */
export function useLastAnalysis<Question extends GoldQuestion>(
  taskId: number,
  question: Question | null,
): { answer: GoldAnswers[Question["about"]] | null; isCurrent: boolean } {
  type Kept = { taskId: number; answer: GoldAnswers[Question["about"]] };
  const answer = useAnalysis(question);
  const [last, setLast] = useState<Kept | null>(null);
  if (answer !== null && last?.answer !== answer) setLast({ taskId, answer });
  const isKept = question !== null && last?.taskId === taskId;
  return { answer: answer ?? (isKept ? last.answer : null), isCurrent: answer !== null };
}
