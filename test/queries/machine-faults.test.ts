import { describe, expect, it } from "vitest";
import { evaluateBatch } from "../../electron/queries/evaluate-batch.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { counting, limits, makeSingers, startRunner } from "./support.ts";

const large = `${counting(200_000)} SELECT x, 'as long as a line of text may well be' FROM c`;
const folder = temporaryFolder();
const database = makeSingers(folder);

describe.skipIf(noSmallDisk !== null)(
  `a temporary folder that is full${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
  () => {
    it("leaves EX open for the pair whose result does not fit, and ends a batch in which not even the gold's does", async () => {
      const { runner } = startRunner(folder, { spoolRoot: smallDisk("1m") });
      const evaluation = await runner.evaluate(
        { database, predictedSql: large, goldSql: "SELECT 1" },
        { limits: limits(), priority: "batch" },
      );
      expect(evaluation).toMatchObject({
        ex: { set: null, multiset: null, ordered: null },
        predicted: { error: { kind: "machine", message: expect.stringContaining("the disk is full") } },
        gold: { status: "ok" },
      });
      const given: string[] = [];
      const batch = async () => {
        const pairs = ["SELECT 1", large].map((sql) => ({ database, predictedSql: sql, goldSql: sql }));
        for await (const { item } of evaluateBatch(runner, pairs, { limits: limits(), ahead: 1 }))
          given.push(item.goldSql);
      };
      await expect(batch()).rejects.toThrow(
        /This computer cannot run statements now: the disk is full.*start again/,
      );
      expect(given).toEqual(["SELECT 1"]);
      await runner.close();
    });
  },
);
