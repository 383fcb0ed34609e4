import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { shipsScript } from "../engines/read-session-suite.ts";
import { counting, makeSingers } from "../queries/support.ts";
import { expectAsDocumented, jsonLines, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
makeSingers(folder);
let runs = 0;

/** Runs the command in this process, over real query workers. */
async function evaluate(input: unknown, ...more: string[]) {
  runs += 1;
  const inputFile = path.join(folder, `input${runs}.json`);
  const out = path.join(folder, `out${runs}.jsonl`);
  writeFileSync(inputFile, typeof input === "string" ? input : JSON.stringify(input));
  const args = ["--input", inputFile, "--databases", folder, "--out", out, ...more];
  const { code, results, notes } = await runQuerent("predictions", "evaluate", ...args);
  const lines = existsSync(out) ? readFileSync(out, "utf8").split("\n") : null;
  return { code, results, notes, lines, out };
}

function item(predicted: string, gold = "SELECT name FROM singer", dbId = "singer", id: unknown = 7) {
  return { question_id: id, db_id: dbId, question: "?", predicted_sql: predicted, gold_sql: gold };
}

describe("predictions evaluate", () => {
  it("writes a line per item in input order, in the given shape, and a summary of the figures", async () => {
    const { code, results, lines } = await evaluate([
      item("SELECT name FROM singer"),
      item("SELECT nosuch FROM singer", "SELECT name FROM singer ORDER BY age", "singer", "q-8"),
      item("SELECT name FROM singer", "SELECT name FROM singer", "absent"),
    ]);
    expect(code).toBe(0);
    const elapsed = String.raw`\d+(\.\d{1,3})?`;
    const expected = [
      `{"index":0,"question_id":7,"db_id":"singer","predicted":{"status":"ok","rows":4,"elapsed_ms":MS},"gold":{"status":"ok","rows":4,"elapsed_ms":MS},"ex":{"set":true,"multiset":true,"ordered":null,"first200":true},"difference":{"kind":"identical","detail":{}}}`,
      `{"index":1,"question_id":"q-8","db_id":"singer","predicted":{"status":"error","rows":0,"error":"no such column: nosuch","elapsed_ms":MS},"gold":{"status":"ok","rows":4,"elapsed_ms":MS},"ex":{"set":false,"multiset":false,"ordered":false,"first200":false},"difference":{"kind":"error","detail":{"side":"predicted","message":"no such column: nosuch"}}}`,
      `{"index":2,"question_id":7,"db_id":"absent","predicted":{"status":"missing-database","rows":0,"elapsed_ms":0},"gold":{"status":"missing-database","rows":0,"elapsed_ms":0},"ex":{"set":null,"multiset":null,"ordered":null,"first200":null},"difference":{"kind":"missing-database","detail":{"side":"both"}}}`,
      "",
    ];
    expect(
      lines?.map((line) => line.replace(new RegExp(`"elapsed_ms":${elapsed}`, "g"), '"elapsed_ms":MS')),
    ).toEqual(expected.map((line) => line.replaceAll('"elapsed_ms":0', '"elapsed_ms":MS')));
    await expectAsDocumented("evaluation", jsonLines(lines?.join("\n") ?? ""));
    await expectAsDocumented("evaluation-summary", results);
    expect(results).toEqual([
      expect.objectContaining({
        items: 3,
        predicted: { ok: 1, error: 1, "missing-database": 1 },
        gold: { ok: 2, "missing-database": 1 },
        ex: {
          set: { true: 1, false: 1, null: 1 },
          multiset: { true: 1, false: 1, null: 1 },
          ordered: { true: 0, false: 1, null: 2 },
          first200: { true: 1, false: 1, null: 1 },
        },
        difference: { identical: 1, error: 1, "missing-database": 1 },
      }),
    ]);
  });

  it("stops a statement at --time-limit-ms and goes on", async () => {
    const endless = `${counting()} SELECT count(*) FROM c`;
    const { code, lines } = await evaluate(
      [item(endless), item("SELECT 1", "SELECT 1")],
      "--time-limit-ms",
      "200",
    );
    expect(code).toBe(0);
    expect(JSON.parse(lines?.[0] ?? "")).toMatchObject({
      predicted: { status: "timeout", error: "stopped at the time limit of 200 ms" },
      gold: { status: "ok" },
      ex: { set: false },
      difference: { kind: "timeout" },
    });
    expect(JSON.parse(lines?.[1] ?? "").ex.set).toBe(true);
  });

  it("answers 1 where not one item could be judged, the lines written all the same", async () => {
    const { code, lines } = await evaluate([item("SELECT 1", "SELECT 1", "absent")]);
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
  });

  it("answers 2 for an input that is refused, says where, and writes nothing", async () => {
    const { code, notes, results, lines, out } = await evaluate([
      item("SELECT 1"),
      { question_id: 1, db_id: 5 },
    ]);
    expect(code).toBe(2);
    expect(notes).toMatch(/^input\d+\.json, row 2, field /);
    expect(results).toEqual([]);
    expect(lines).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith(path.basename(out)))).toEqual([]);
  });

  it.each([
    [["--workers", "0"], /--workers <n>' argument '0' is invalid. It must be a whole number from 1 to 64/],
    [
      ["--time-limit-ms", "soon"],
      /--time-limit-ms <n>' argument 'soon' is invalid. It must be a whole number/,
    ],
    [["--nonsense"], /--nonsense[\s\S]*usage: querent predictions evaluate --input/],
    [["--databases", "/nowhere"], /--databases \/nowhere: this folder does not exist/],
    [
      ["--out", "/nowhere/out.jsonl"],
      /--out \/nowhere\/out\.jsonl cannot be written: the folder \/nowhere does not exist\./,
    ],
    [["--input", "/nowhere/in.json"], /in\.json: The file does not exist/],
  ])("answers 2 for wrong usage: %s", async (args, message) => {
    const { code, notes, lines } = await evaluate([item("SELECT 1")], ...args);
    expect(code).toBe(2);
    expect(notes).toMatch(message);
    expect(lines).toBeNull();
  });

  it("keeps an earlier output whole until the new one is complete, and when it is interrupted", async () => {
    const input = path.join(folder, "long.json");
    const out = path.join(folder, "long.jsonl");
    writeFileSync(out, "earlier\n");
    const endless = `${counting()} SELECT count(*) FROM c`;
    writeFileSync(input, JSON.stringify([item("SELECT 1", "SELECT 1"), item(endless, endless)]));
    const args = ["--input", input, "--databases", folder, "--out", out, "--time-limit-ms", "60000"];
    const querent = path.resolve("bin/querent.mjs");
    const child = spawn(process.execPath, [querent, "predictions", "evaluate", ...args]);
    let words = "";
    child.stderr.on("data", (text) => (words += text));
    await expect
      .poll(() => readdirSync(folder).some((name) => name.startsWith("long.jsonl.")), { timeout: 20_000 })
      .toBe(true);
    child.kill("SIGINT");
    // As a shell says it: on a busy machine the process ends by the signal itself.
    const code = await new Promise((resolve) =>
      child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"])),
    );
    expect({ code, words }).toEqual({
      code: 130,
      words: expect.stringContaining("interrupted; nothing was written"),
    });
    expect(readFileSync(out, "utf8")).toBe("earlier\n");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});

const predictions = sharedData("spider-dev/predictions-gpt-4.json");
const python = spawnSync("python3", ["--version"]).status === 0;
const absent = predictions === null ? "../shared/data" : python ? null : "python3";

describe("predictions evaluate on Spider's real predictions", () => {
  it.skipIf(absent !== null)(
    `agrees with a set comparison by Python's own sqlite3 on every item that its SQLite can run${absent ? ` (skipped: ${absent} is absent)` : ""}`,
    async () => {
      const databases = sharedData("spider-dev/databases") ?? "";
      const out = path.join(folder, "spider.jsonl");
      const args = ["--input", predictions ?? "", "--databases", databases, "--out", out];
      expect(await runQuerent("predictions", "evaluate", ...args)).toMatchObject({ code: 0 });
      const ours = readFileSync(out, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const { stdout } = spawnSync("python3", ["-c", pythonSets, predictions ?? "", databases], {
        encoding: "utf8",
      });
      const theirs: { ran: boolean; equal: boolean }[] = JSON.parse(stdout);
      // An older SQLite lacks functions of ours (CONCAT came with 3.44): where it alone fails, nothing can be compared.
      const olderFails = ours.filter(({ predicted }, at) => predicted.status === "ok" && !theirs[at]?.ran);
      expect(olderFails.length).toBeLessThan(10);
      const compared = ours.filter((line) => !olderFails.includes(line));
      expect(compared.filter(({ index, ex }) => ex.set !== theirs[index]?.equal)).toEqual([]);
    },
  );
});

/** EX sets as BIRD computes it: both statements run by Python's sqlite3, their rows compared as sets; an error is false. */
const pythonSets = `
import json, sqlite3, sys
def rows(db, sql):
    connection = sqlite3.connect("file:" + sys.argv[2] + "/" + db + ".sqlite?mode=ro", uri=True)
    connection.text_factory = lambda b: b.decode(errors="surrogateescape")
    try: return set(connection.execute(sql).fetchall())
    except Exception: return None
    finally: connection.close()
sides = [(rows(i["db_id"], i["predicted_sql"]), rows(i["db_id"], i["gold_sql"])) for i in json.load(open(sys.argv[1]))]
print(json.dumps([{"ran": predicted is not None, "equal": predicted is not None and predicted == gold} for predicted, gold in sides]))
`;

describe("predictions evaluate --engine", () => {
  const dumps = path.join(folder, "dumps");
  mkdirSync(dumps);
  writeFileSync(path.join(dumps, "harbour.sql"), shipsScript);
  writeFileSync(path.join(dumps, "broken.sql"), "CREATE TABEL ship (id int);");
  const items = [
    item(
      "SELECT name FROM ships WHERE name ILIKE '%b%'",
      "SELECT DISTINCT ON (id) name FROM ships WHERE id = 2",
      "harbour",
    ),
    item("SELECT 1", "SELECT 1", "broken"),
    item("SELECT 1", "SELECT 1", "absent"),
  ];
  const judged = (lines: string[] | null) =>
    (lines ?? [])
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ gold, ex }) => [gold.status, ex.set]);

  it("judges on PGlite from dumps: chosen, or by what the folder has", async () => {
    for (const engine of [["--engine", "pglite"], []]) {
      const { code, lines, results } = await evaluate(items, "--databases", dumps, ...engine);
      expect({ code, judged: judged(lines) }).toEqual({
        code: 0,
        judged: [
          ["ok", true],
          ["error", null],
          ["missing-database", null],
        ],
      });
      await expectAsDocumented("evaluation-summary", results);
    }
  }, 240_000);

  it("asks for a server where the engine needs one, and refuses an engine that it does not know", async () => {
    const { code, notes } = await evaluate(items, "--databases", dumps, "--engine", "postgres");
    expect(code).toBe(2);
    expect(notes).toContain("--engine postgres needs a server");
    expect((await evaluate(items, "--engine", "mysql")).code).toBe(2);
  });

  it.skipIf(postgresPrograms() === null)(
    `judges on a server (else skipped: ${postgresMissing})`,
    async () => {
      const cluster = startCluster();
      try {
        const { code, lines, notes } = await evaluate(
          items,
          "--databases",
          dumps,
          "--engine",
          "postgres",
          "--server",
          cluster.url,
        );
        expect({ code, judged: judged(lines) }).toEqual({
          code: 0,
          judged: [
            ["ok", true],
            ["error", null],
            ["missing-database", null],
          ],
        });
        expect(notes).not.toContain("only-for-tests");
      } finally {
        cluster.stop();
      }
    },
  );
});
