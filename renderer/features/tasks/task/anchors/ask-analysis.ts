import { ownWorker } from "../../../../ui/own-worker.ts";
import type { AnalysisAnswers, AnalysisQuestion } from "./anchor-messages.ts";
import workerUrl from "./anchor-worker.ts?worker&url";

interface Asked {
  question: AnalysisQuestion;
  answer(value: AnalysisAnswers[AnalysisQuestion["about"]]): void;
}

let worker: Worker | null = null;
let underWay: Asked | null = null;
/** Of each matter the last question that was not put yet. */
const waiting = new Map<AnalysisQuestion["about"], Asked>();

/** Asks the worker about SQL; of questions about one matter that come while it is busy only the last is put. Gives back how to stop caring. */
export function askAnalysis<Question extends AnalysisQuestion>(
  question: Question,
  answer: (value: AnalysisAnswers[Question["about"]]) => void,
): () => void {
  const asked: Asked = {
    question,
    // The worker answers each question in its kind.
    answer: (value) => answer(value as AnalysisAnswers[Question["about"]]),
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
  worker.postMessage(next.question);
}

function started(): Worker {
  const made = ownWorker(workerUrl, "anchors");
  made.onmessage = ({ data }: MessageEvent<AnalysisAnswers[AnalysisQuestion["about"]]>) => {
    underWay?.answer(data);
    underWay = null;
    putNext();
  };
  made.onerror = ({ message }) => {
    console.error(`The SQL of the task could not be looked into; it is shown unmarked. ${message}`);
    made.terminate();
    worker = null;
    underWay = null;
    putNext();
  };
  return made;
}
