import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { markUsed, pruneTemplates } from "../../electron/task-databases/template-cache.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const now = new Date("2026-06-01T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600 * 1000);

function folderWith(files: Record<string, { bytes: number; unusedHours: number }>): string {
  const folder = temporaryFolder();
  for (const [name, { bytes, unusedHours }] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.alloc(bytes));
    utimesSync(file, hoursAgo(unusedHours), hoursAgo(unusedHours));
  }
  return folder;
}

test("templates beyond the bound go, the longest unused first; what else is in the folder stays", () => {
  const folder = folderWith({
    "old.template": { bytes: 100, unusedHours: 50 },
    "middle.template": { bytes: 100, unusedHours: 20 },
    "late.template": { bytes: 100, unusedHours: 2 },
    "notes.txt": { bytes: 1000, unusedHours: 500 },
  });
  pruneTemplates(folder, now, { bytes: 250, ageMs: 100 * 3600 * 1000 });
  expect(readdirSync(folder).sort()).toEqual(["late.template", "middle.template", "notes.txt"]);
});

test("a template that was not used for long goes whatever its size, unless it was used again", () => {
  const folder = folderWith({
    "old.template": { bytes: 1, unusedHours: 101 },
    "again.template": { bytes: 1, unusedHours: 101 },
  });
  markUsed(path.join(folder, "again.template"), hoursAgo(1));
  pruneTemplates(folder, now, { bytes: 250, ageMs: 100 * 3600 * 1000 });
  expect(readdirSync(folder)).toEqual(["again.template"]);
});

test("a template that was used just now stays, however much there is", () => {
  const folder = folderWith({ "large.template": { bytes: 1000, unusedHours: 0.5 } });
  pruneTemplates(folder, now, { bytes: 1, ageMs: 1 });
  expect(readdirSync(folder)).toEqual(["large.template"]);
});

test("marking a template that is gone is no error", () => {
  expect(() => markUsed(path.join(temporaryFolder(), "gone.template"), now)).not.toThrow();
});
