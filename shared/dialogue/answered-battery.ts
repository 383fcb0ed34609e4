import type { BatteryChanges } from "../domain/battery.ts";
import type { SimulatorAction, SimulatorAnswer } from "../domain/dialogue.ts";
import { isRightAnswer, type SimulatorScore, simulatorScore } from "../metrics/simulator-score.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { expectedActions } from "./expected-actions.ts";
import { type BatteryQuestion, battery } from "./simulator/battery.ts";
import { builtInAnswer } from "./simulator/built-in-answer.ts";

/** A question of a task's battery. */
export interface EditedQuestion extends Omit<BatteryQuestion, "style" | "expected"> {
  /** The number among the annotator's own questions; null for one that is made from the task. */
  own: number | null;
  /** What it should be about, or why the task has none such any more. */
  expected: SimulatorAction[] | string;
}

/** The battery of a task as its annotator changed it: their own questions first, then those made from the task that they did not leave out. */
export function editedBattery(context: ProvenanceContext): EditedQuestion[] {
  const { task } = context;
  const { own, leftOut } = task.battery;
  const gone = new Set(leftOut.map(keyOf));
  return [
    ...own.map(({ phase, question, expected }, at) => ({
      ...{ phase, question, own: at, expected: expectedActions(task, phase, expected) },
    })),
    ...battery(context)
      .filter((made) => !gone.has(keyOf(made)))
      .map(({ phase, question, expected }) => ({ phase, question, own: null, expected })),
  ];
}

const keyOf = ({ phase, question }: BatteryChanges["leftOut"][number]): string => `${phase} ${question}`;

/** A question of the battery with what the built-in simulator answers. */
export interface AnsweredQuestion extends EditedQuestion {
  answer: SimulatorAnswer;
  /** Null: what it should be about is not known. */
  isRight: boolean | null;
}

/** What the built-in simulator answers to the battery of a task, each question asked first, and how well it understood them. */
export interface AnsweredBattery {
  questions: AnsweredQuestion[];
  score: SimulatorScore;
}

/** Asks the built-in simulator each question of a task's battery. */
export function answeredBattery(context: ProvenanceContext): AnsweredBattery {
  const questions = editedBattery(context).map((asked): AnsweredQuestion => {
    const answer = builtInAnswer(context, asked.phase, asked.question, []);
    const { expected } = asked;
    const isRight = typeof expected === "string" ? null : isRightAnswer({ expected, given: answer.actions });
    return { ...asked, answer, isRight };
  });
  const judged = questions.flatMap(({ expected, answer }) =>
    typeof expected === "string" ? [] : [{ expected, given: answer.actions }],
  );
  return { questions, score: simulatorScore(judged) };
}
