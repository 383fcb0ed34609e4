import type { ImportNotice } from "./import-report.ts";

const counted = (count: number, one: string, several = `${one}s`) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${several}`;

/** A notice of an import as a sentence, with what to do where something can be done. */
export function importNoticeText({ kind, file, count, names }: ImportNotice): string {
  const [one = "", other = ""] = names;
  switch (kind) {
    case "same-file":
      return `${file} is the same, letter by letter, as ${one}. What is there already is not imported again.`;
    case "no-item-matches":
      return `None of the ${counted(count, "item")} of ${file} is in the project. Is it a file of another project?`;
    case "other-predictions":
      return `${counted(count, "item")} of ${file} ${count === 1 ? "judges another prediction of a question that is" : "judge other predictions of questions that are"} in the project; each is an item of its own.`;
    case "item-twice":
      return `${file} has ${counted(count, "item")} more than once; each counts once.`;
    case "id-of-several-questions":
      return `${counted(count, "question id stands", "question ids stand")} for several questions, such as ${names.join(", ")}.`;
    case "labels-left-out":
      return `${counted(count, "label")} of ${file} ${count === 1 ? "is" : "are"} left out: say whose they are to import them as verdicts, or that they are a consensus.`;
    case "missing-note":
      return `${counted(count, "label")} of ${file} ${count === 1 ? "has" : "have"} no note, though the project asks for one.`;
    case "similar-names":
      return `${one} and ${other} differ in case, space or signs alone. Are they one person?`;
    case "same-opinions":
      return `${one} and ${other} said the same, note for note, of the same ${counted(count, "item")}. Are they one person?`;
    case "looks-like-consensus":
      return `The labels of ${file} look like a consensus, which is nobody's own opinion; they are imported as ${one}'s.`;
  }
}
