import { sizeText } from "./size-text.ts";
import { numberText } from "./time-text.ts";

interface LoadedPart {
  database: string;
  doneBytes: number;
  totalBytes: number;
  statement: number;
}

/** How far a database is that is loaded for the first time, in words. */
export function loadingText({ database, doneBytes, totalBytes, statement }: LoadedPart): string {
  const part = `${sizeText(doneBytes)} of ${sizeText(totalBytes)}, statement ${numberText(statement)}`;
  return `Loading ${database} for the first time: ${part}`;
}
