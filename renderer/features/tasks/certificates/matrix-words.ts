import {
  propertyMeanings,
  propertySign,
  propertySignWords,
  verdictWords,
} from "#shared/certificate/certificate-words.ts";
import { voidBecause } from "#shared/certificate/report/reported-task.ts";
import type { MatrixCell, MatrixRow } from "#shared/contract/certificates.ts";
import { countText } from "../../../ui/time-text.ts";
import type { MatrixColumn } from "./matrix-filter.ts";

/** The headings of the columns, and what each says. */
export const columnWords: Record<MatrixColumn, { title: string; meaning: string }> = {
  task: { title: "Task", meaning: "The task, in the order of the project." },
  verdict: {
    title: "Verdict",
    meaning: "Certified where every property holds, or is let pass with a reason.",
  },
  ...(Object.fromEntries(
    Object.entries(propertyMeanings).map(([name, meaning]) => [name, { title: name, meaning }]),
  ) as Record<keyof typeof propertyMeanings, { title: string; meaning: string }>),
  detected: {
    title: "Mutants detected",
    meaning: "Mutants of the gold that the tests kill or that run out of time, of these and the survivors.",
  },
  exceptions: { title: "Exceptions", meaning: "What a rule or a person lets pass, over all properties." },
  made: { title: "Made", meaning: "When the certificate was made." },
};

/** A property of a task in words: "necessary: does not hold, 2 findings, 1 exception". */
export function cellWords(name: string, cell: MatrixCell): string {
  const parts = [
    propertySignWords[propertySign(cell)],
    cell.errors > 0 ? countText(cell.errors, "finding") : "",
    cell.exceptions > 0 ? countText(cell.exceptions, "exception") : "",
  ];
  return `${name}: ${parts.filter((part) => part !== "").join(", ")}`;
}

/** The verdict of a task in words, and why its certificate is void. */
export function rowVerdict({ certificate }: MatrixRow): string {
  if (certificate === null) return "never certified";
  const { verdict, changed } = certificate;
  const isVoid = changed.length === 0 ? "" : `, void: ${voidBecause(changed)}`;
  return `${verdictWords[verdict]}${isVoid}`;
}
