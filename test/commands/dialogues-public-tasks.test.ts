import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { jsonLines, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const interactive = sharedData("bird-interact/bird_interact_lite_alien_1_public.jsonl");
const single = ["alien", "archeology"].map((name) => sharedData(`livesqlbench/${name}/${name}_data.jsonl`));
const skipped = interactive === null || single.includes(null) ? " (skipped: ../shared/data is absent)" : "";

/** Gold of our own for alien_1, whose own is withheld; one of its snippets is no SQL and in no gold. */
const goldOfAlien1 = `WITH quality AS (
  SELECT o.weathprofile, s.SnrRatio - 0.1 * ABS(s.NoiseFloorDbm) AS SNQI
  FROM signals s
  JOIN telescopes t ON t.telescregistry = s.telescref
  JOIN observatories o ON o.observstation = t.observstation
)
SELECT weathprofile, AVG(SNQI) AS avg_snqi, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY SNQI) AS median_snqi,
       COUNT(*) FILTER (WHERE SNQI > 0) AS usable
FROM quality
GROUP BY weathprofile
ORDER BY avg_snqi DESC`;

it.skipIf(skipped !== "")(
  `dialogues about public tasks on their sample rows: what cannot be played or judged is named with its reason${skipped}`,
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const databases = path.join(folder, "databases");
    mkdirSync(databases);
    for (const name of ["alien", "archeology"])
      copyFileSync(
        sharedData(`livesqlbench/${name}/${name}_3rows_postgres.sql`) ?? "",
        path.join(databases, `${name}.sql`),
      );
    const withheld = readFileSync(interactive ?? "", "utf8").trim();
    const { follow_up: _, ...row } = JSON.parse(withheld);
    const own = JSON.stringify({ ...row, instance_id: "alien_own", sol_sql: [goldOfAlien1] });
    const rows = [...single.map((file) => readFileSync(file ?? "", "utf8").trim()), withheld, own];
    writeFileSync(path.join(folder, "tasks.jsonl"), `${rows.join("\n")}\n`);
    const out = path.join(folder, "dialogues.jsonl");
    const { code, results } = await runQuerent(
      ...["dialogues", "run", "--input", path.join(folder, "tasks.jsonl"), "--databases", databases],
      ...["--protocol", "a", "--profile", "adk", "--system", "asks-everything", "over-asks", "--out", out],
    );
    expect(code).toBe(1);
    expect(results[0]?.left_out).toEqual([
      // Its gold misses a comma, and that of the next one finds nothing in three rows.
      { instance_id: "7", reason: expect.stringContaining('syntax error at or near "FROM"') },
      { instance_id: "M_3", reason: expect.stringContaining("IndexError") },
      { instance_id: "alien_1", reason: "The gold of phase 1 is withheld." },
    ]);
    expect(
      jsonLines(readFileSync(out, "utf8")).map(({ instance_id, end, reason }) => [instance_id, end, reason]),
    ).toEqual([
      // Nothing is ambiguous in these.
      ...["5", "5", "M_1", "M_1"].map((id) => [id, "solved", null]),
      ...Array(2).fill([
        "alien_own",
        "not-judged",
        'Ambiguity 2 ("good signals") has no other reading that runs.',
      ]),
    ]);
  },
);
