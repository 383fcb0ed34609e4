// Imports a prediction file, for durability.test.ts; prints a line for each step of saving, and one when it is done.
import { writeSync } from "node:fs";
import { transactionsOn } from "../../electron/store/handles.ts";
import { importPredictions } from "../../electron/store/import-predictions.ts";
import { openWorkspace, openWriter } from "../../electron/store/workspace.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";

const [, , file = "", input = "", databasesDir = ""] = process.argv;
await openWorkspace(file).close();
let step = 0;
await importPredictions(
  transactionsOn(openWriter(file)),
  {
    files: [{ path: input, labels: { as: "left-out" } }],
    choices: defaultChoices,
    projectName: "review",
    databasesDir,
    account: "anna",
    at: "2026-01-01T00:00:00.000Z",
  },
  (phase, done, total) => {
    if (phase !== "save") return;
    const next = Math.floor((done / total) * 10);
    if (next > step) writeSync(1, `saved ${next}\n`);
    step = next;
  },
);
writeSync(1, "done\n");
