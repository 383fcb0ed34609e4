import type { Judgement } from "./verdict.ts";
import { labelName, type VerdictForm } from "./verdict-form.ts";

/** An earlier judgement of the same person on another item, and what its item has in common with the one in front. */
export interface RelatedJudgement {
  judgement: Judgement;
  sameQuestion: boolean;
  samePrediction: boolean;
  sameGold: boolean;
}

/** The diagnosis that speaks of the gold alone: whatever the prediction is, it holds of every item with this gold. */
const goldWrong = "GoldX";

/** In what a judgement contradicts an earlier one of the same person, in sentences. Without a label it contradicts nothing. */
export function contradictions(form: VerdictForm, judgement: Judgement, earlier: RelatedJudgement): string[] {
  const { judgement: before, sameQuestion, samePrediction, sameGold } = earlier;
  if (judgement.label === null || before.label === null || !sameQuestion) return [];
  const said: string[] = [];
  if (samePrediction && sameGold && before.label !== judgement.label)
    said.push(
      `You said ${labelName(form, before.label)} of an equal prediction, and ${labelName(form, judgement.label)} here.`,
    );
  const [then, now] = [before, judgement].map(({ diagnoses }) => diagnoses.includes(goldWrong));
  const diagnosis = form.diagnoses.find(({ id }) => id === goldWrong);
  if (sameGold && diagnosis !== undefined && then !== now)
    said.push(
      `You marked the same gold as ${diagnosis.name} ${then ? "there, and not here" : "here, and not there"}.`,
    );
  return said;
}
