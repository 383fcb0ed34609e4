import { readBundle } from "#shared/formats/bundle.ts";
import { readCsv } from "#shared/formats/csv-text.ts";
import { readStatedExceptions } from "#shared/formats/stated-exceptions.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { readTaskPredictions } from "#shared/formats/task-predictions.ts";

/** What a window hands in as a file or a text, by its format; each reader is given the name that its problems say. */
export const readers = {
  bundle: readBundle,
  tasks: readTaskFile,
  "task-predictions": readTaskPredictions,
  "stated-exceptions": readStatedExceptions,
  csv: (text: string, _file: string) => readCsv(text),
};

export type Reader = keyof typeof readers;

/** What each reader gives. */
export type Readings = { [Name in Reader]: ReturnType<(typeof readers)[Name]> };
