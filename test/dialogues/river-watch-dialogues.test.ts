import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSystemName, type SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue, Protocol } from "#shared/domain/dialogue.ts";
import type { PreFlight } from "../../electron/dialogues/pre-flight.ts";
import { faultLabel, findFaults } from "../corpus/faults.ts";
import { tryReadings } from "../corpus/readings.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openPackDialogues, type PackDialogues } from "./pack-dialogues.ts";

let pack: PackDialogues;
beforeAll(async () => {
  pack = await openPackDialogues({ folder: temporaryFolder() });
});
afterAll(() => pack?.close());

const named = (text: string) => readSystemName(text) as SystemName;

/** The instance ids of the tasks, and how the dialogues about them ended. */
const ends = (played: readonly Dialogue[]) =>
  played.map(({ instanceId, end, reason }) => [instanceId, end, reason]);

describe.each(["c", "a"] satisfies Protocol[])(
  "dialogues about river-watch in %s-Interact, patience 3, fixed",
  (protocol) => {
    it("asks-everything passes both phases of every task", { timeout: 120_000 }, async () => {
      const { prepared, leftOut } = await pack.checked(protocol);
      expect(leftOut).toEqual([]);
      const played = await pack.play(protocol, [named("asks-everything")]);
      expect(ends(played)).toEqual(prepared.map(({ context }) => [context.task.instanceId, "solved", null]));
      expect(played.every(({ phase2Passed, reward }) => phase2Passed && reward === 1)).toBe(true);
    });

    it("asks-nothing, and who asks badly, passes none", { timeout: 120_000 }, async () => {
      const played = await pack.play(protocol, [named("asks-nothing"), named("asks-badly")]);
      expect(played).toHaveLength(26);
      for (const { phase1Passed, end } of played)
        expect({ phase1Passed, end }).toEqual({ phase1Passed: false, end: "failed" });
    });
  },
);

it("asks-all-but-one fails exactly where the reading's SQL, run outside dialogues, fails the tests", {
  timeout: 240_000,
}, async () => {
  const tried = await tryReadings(pack, "c", oneReadingOfEach(await pack.checked("c")));
  expect(tried.filter(({ inDialogue, outside }) => inDialogue !== outside)).toEqual([]);
  expect(tried.filter(({ outside }) => outside).length).toBeLessThan(tried.length / 5);
});

it("finds whose fault a dialogue was that had one thing planted in it: two of each class of `npm run corpus faults`", {
  timeout: 120_000,
}, async () => {
  const found = await findFaults(pack, { ofEach: 2 });
  const classes = new Set(found.map(({ planted }) => faultLabel(planted.planted)));
  expect([classes.size, found.length]).toEqual([10, 20]);
  expect(found.filter(({ isRight }) => !isRight).map(({ planted }) => planted.what)).toEqual([]);
});

/** Another reading of each ambiguity from task to task, so that operators of all kinds have their turn. */
function oneReadingOfEach({ prepared }: PreFlight): SystemName[] {
  const most = Math.max(...prepared.map(({ readings }) => readings.length));
  return Array.from({ length: most }, (_, at) => named(`asks-all-but-one:${at + 1}:${(at % 3) + 1}`));
}
