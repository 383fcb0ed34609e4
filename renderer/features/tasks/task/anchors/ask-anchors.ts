import { ownWorker } from "../../../../ui/own-worker.ts";
import type { AnchorAnswer, AnchorQuestion } from "./anchor-messages.ts";
import workerUrl from "./anchor-worker.ts?worker&url";

interface Asked {
  question: AnchorQuestion;
  answer(places: AnchorAnswer): void;
}

let worker: Worker | null = null;
let underWay: Asked | null = null;
let waiting: Asked | null = null;

/** Asks the worker where snippets stand; of questions that come while it is busy only the last is put. Gives back how to stop caring. */
export function askAnchors(question: AnchorQuestion, answer: (places: AnchorAnswer) => void): () => void {
  const asked = { question, answer };
  waiting = asked;
  putNext();
  return () => {
    if (waiting === asked) waiting = null;
    asked.answer = () => {};
  };
}

function putNext(): void {
  if (underWay !== null || waiting === null) return;
  underWay = waiting;
  waiting = null;
  worker ??= started();
  worker.postMessage(underWay.question);
}

function started(): Worker {
  const made = ownWorker(workerUrl, "anchors");
  made.onmessage = ({ data }: MessageEvent<AnchorAnswer>) => {
    underWay?.answer(data);
    underWay = null;
    putNext();
  };
  made.onerror = ({ message }) => {
    console.error(`The snippets could not be found in the gold; they are shown unmarked. ${message}`);
    made.terminate();
    worker = null;
    underWay = null;
    putNext();
  };
  return made;
}
