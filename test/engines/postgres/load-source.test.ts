import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../electron/engines/engine.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { answerOf, asAdmin, limits, makeHarbour, namesLeft, openEngine, runOne } from "./fixture.ts";

describe.skipIf(postgresPrograms() === null)(
  `templates from files (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    const folder = temporaryFolder();

    beforeAll(async () => {
      cluster = startCluster();
      await makeHarbour(cluster);
      await asAdmin(
        cluster,
        "CREATE ROLE captain; CREATE SCHEMA deck; CREATE TABLE deck.plank (id int PRIMARY KEY, note text); ALTER TABLE ship OWNER TO captain; GRANT SELECT ON ship TO captain; INSERT INTO deck.plank VALUES (1, E'a\\tb\\\\c\\nd'), (2, NULL), (3, ''); SELECT nextval('ticket')",
        "harbour",
      );
      engine = await openEngine(cluster);
    });
    afterAll(async () => {
      await engine?.close();
      cluster?.stop();
    });

    function dump(name: string, ...options: string[]): string {
      const file = path.join(folder, name);
      const url = cluster.url.replace("/postgres?", "/harbour?");
      writeFileSync(file, execFileSync(path.join(postgresPrograms() ?? "", "pg_dump"), [...options, url]));
      return file;
    }

    function written(name: string, text: string): string {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    }

    test.each([
      ["COPY", []],
      ["INSERT", ["--inserts"]],
    ])("a pg_dump in %s form gives the state that the dumped database has", async (form, options) => {
      const path = dump(`${form}.sql`, ...options);
      const progress: number[] = [];
      const loaded = await engine.prepare(
        "harbour",
        { kind: "sql-file", path },
        {
          onProgress: ({ doneBytes, totalBytes }) => progress.push(doneBytes / totalBytes),
        },
      );
      const copied = await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {});
      const [one, other] = await Promise.all([engine.open(loaded), engine.open(copied)]);
      expect(await one.hash()).toEqual(await other.hash());
      expect(await answerOf(one, "SELECT note FROM deck.plank WHERE id = 1")).toBe("ta\tb\\c\nd");
      expect(progress.at(-1)).toBe(1);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      await Promise.all([one.close(), other.close()]);
    });

    test("what was loaded belongs to the script's role: it may alter and drop every object", async () => {
      const state = await engine.open(
        await engine.prepare("harbour", { kind: "sql-file", path: dump("own.sql") }, {}),
      );
      for (const sql of [
        "ALTER TABLE ship ADD COLUMN flag text",
        "DROP VIEW heavy",
        "DROP FUNCTION ships()",
        "ALTER TYPE mood RENAME TO temper",
        "ALTER SEQUENCE ticket RESTART WITH 7",
        "DROP SCHEMA deck CASCADE",
        "CREATE TABLE public.extra (a int)",
      ])
        expect(await runOne(state, sql), sql).toMatchObject({ status: "ok" });
      await state.close();
    });

    test.each([
      [
        "a statement",
        "CREATE TABLE a (id int);\n\nINSERT INTO a\nVALUES (1), ('x');\n",
        /broken\.sql, line 4: invalid input syntax for type integer: "x"/,
      ],
      [
        "a row of a COPY block",
        "CREATE TABLE a (id int);\nCOPY a (id) FROM stdin;\n1\n2\nthree\n\\.\n",
        /broken\.sql, line 5: invalid input syntax/,
      ],
      [
        "the first row of a long COPY block",
        `CREATE TABLE a (id int);\nCOPY a (id) FROM stdin;\none\n${"2\n".repeat(2 ** 20)}\\.\n`,
        /broken\.sql, line 3: invalid input syntax/,
      ],
      [
        "a COPY block for a table that is not there",
        "CREATE TABLE a (id int);\nCOPY b (id) FROM stdin;\n1\n\\.\n",
        /broken\.sql, line 3: relation "b" does not exist \(in: COPY b/,
      ],
      [
        "a program",
        "COPY (SELECT 1) TO PROGRAM 'id';\n",
        /broken\.sql, line 1: .*permission denied|must be superuser/,
      ],
      [
        "an extension that only a superuser may make",
        "CREATE EXTENSION dblink;\n",
        /broken\.sql, line 1: permission denied to create extension "dblink"/,
      ],
    ])(
      "the first error is told with file and line, and nothing is left: %s",
      async (_what, text, message) => {
        const source = { kind: "sql-file", path: written("broken.sql", text) } as const;
        const before = await namesLeft(cluster);
        await expect(engine.prepare("broken", source, {})).rejects.toThrow(message);
        const templates = (names: string[]) => names.filter((name) => name.includes("_t_"));
        expect(templates(await namesLeft(cluster))).toEqual(templates(before));
      },
    );

    test("the same content is the same template, other content another", async () => {
      const text = "CREATE TABLE a (id int);";
      const one = await engine.prepare("a", { kind: "sql-file", path: written("one.sql", text) }, {});
      const same = await engine.prepare("a", { kind: "sql-file", path: written("same.sql", text) }, {});
      const other = await engine.prepare(
        "a",
        { kind: "sql-file", path: written("other.sql", `${text} `) },
        {},
      );
      expect([same.id === one.id, other.id === one.id]).toEqual([true, false]);
    });

    test("loading stops when it is cancelled and leaves nothing", async () => {
      const text = Array.from({ length: 2000 }, (_, n) => `CREATE TABLE t${n} (id int);`).join("\n");
      const abort = new AbortController();
      const loading = engine.prepare(
        "many",
        { kind: "sql-file", path: written("many.sql", text) },
        {
          signal: abort.signal,
          onProgress: ({ statement }) => {
            if (statement === 5) abort.abort(new Error("enough"));
          },
        },
      );
      await expect(loading).rejects.toThrow("enough");
      const { id } = await engine.prepare(
        "many",
        { kind: "sql-file", path: written("few.sql", "SELECT 1;") },
        {},
      );
      const templates = (await namesLeft(cluster)).filter((name) => name.includes("_t_"));
      expect(templates.filter((name) => name.endsWith(id))).toHaveLength(1);
      expect(
        await asAdmin(
          cluster,
          "SELECT datname FROM pg_database WHERE datname LIKE 'querent%\\_t\\_%' AND datallowconn",
        ),
      ).toEqual([]);
    });

    test("settings of a newer server's dump and psql's harmless commands are no obstacle", async () => {
      const text =
        "\\restrict abc\nSET transaction_timeout_of_the_future = 0;\nCREATE TABLE a (id int);\n\\unrestrict abc\n";
      const state = await engine.open(
        await engine.prepare("new", { kind: "sql-file", path: written("new.sql", text) }, {}),
      );
      expect((await state.run(["SELECT * FROM a"], { limits })).map(({ status }) => status)).toEqual(["ok"]);
      await state.close();
    });
  },
);
