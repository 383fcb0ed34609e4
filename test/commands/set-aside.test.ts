import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { jsonLines } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourDump } from "../tasks/harbour-tasks.ts";

const reason =
  "deadly was under way when Querent ended, twice, and is set aside. Run it by itself to try it again.";

/** Three tasks of which the second ends the process; `run` starts a command on them again and again. */
function threeTasks(database: string) {
  const folder = temporaryFolder();
  const databases = path.join(folder, "databases");
  mkdirSync(databases);
  harbourDump(databases);
  writeFileSync(path.join(databases, "deadly.sql"), "CREATE TABLE ship (name text);");
  const tasks = path.join(folder, "tasks.jsonl");
  const rows = [taskRow("safe_1"), taskRow("deadly", { selected_database: database }), taskRow("safe_2")];
  writeFileSync(tasks, rows.join("\n"));
  const out = path.join(folder, "out.jsonl");
  const script = fileURLToPath(new URL("./ending-command.ts", import.meta.url));
  const run = (...command: string[]) => {
    const common = ["--input", tasks, "--databases", databases, "--engine", "sqlite", "--out", out];
    const { signal, stderr } = spawnSync(process.execPath, [script, ...command, ...common], {
      encoding: "utf8",
      env: { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), LOCALAPPDATA: folder },
    });
    const lines = existsSync(out) ? jsonLines(readFileSync(out, "utf8")) : null;
    return { signal, lines, stderr };
  };
  const marks = () => readdirSync(path.join(folder, "cache/querent/under-way"));
  return { folder, run, marks };
}

describe.skipIf(process.platform !== "linux")(
  "a task that ended a command twice is set aside and named (skipped where the cache folder cannot be chosen)",
  () => {
    const killed = { signal: "SIGKILL", lines: null };

    it("by tasks check, and every other task is checked", () => {
      const { run, marks } = threeTasks("deadly");
      expect([run("tasks", "check"), run("tasks", "check")]).toMatchObject([killed, killed]);
      const { signal, lines } = run("tasks", "check");
      expect(signal).toBeNull();
      const own = (id: string) => lines?.filter(({ instance_id }) => instance_id === id);
      expect(own("deadly")).toMatchObject([{ rule: "check-failed", message: reason }]);
      expect(own("safe_1")?.map(({ rule }) => rule)).not.toContain("check-failed");
      expect(own("safe_1")).toHaveLength(own("safe_2")?.length ?? 0);
      expect(marks()).toHaveLength(1);
    });

    it("by certify, and every other task gets its certificate", () => {
      const { run, marks } = threeTasks("deadly");
      expect([run("certify"), run("certify")]).toMatchObject([killed, killed]);
      const { signal, lines, stderr } = run("certify");
      expect([signal, stderr]).toEqual([null, ""]);
      expect(lines).toMatchObject([
        { instance_id: "safe_1" },
        { instance_id: "deadly", error: reason },
        { instance_id: "safe_2" },
      ]);
      expect(lines?.filter(({ error }) => error !== undefined)).toHaveLength(1);
      expect(marks()).toHaveLength(1);
    }, 240_000);

    it("by dialogues run, and every other dialogue is played", () => {
      const { folder, run } = threeTasks("harbour");
      const system = path.join(folder, "system.mjs");
      writeFileSync(
        system,
        `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { type, instance_id } = JSON.parse(line);
  if (instance_id === "deadly") process.kill(Number(process.env.QUERENT_TEST_PID), "SIGKILL");
  if (type === "task") console.log('{"kind": "submit", "sql": ["SELECT count(name) FROM ship"]}');
  else console.log('{"kind": "submit", "sql": ["SELECT count(*) FROM ship"]}');
}`,
      );
      const play = () =>
        run(
          ...["dialogues", "run", "--protocol", "c", "--pass-variable", "QUERENT_TEST_PID"],
          ...["--system", `command:"${process.execPath}" "${system}"`, "--workers", "2"],
        );
      expect([play(), play()]).toMatchObject([killed, killed]);
      const { signal, lines } = play();
      expect(signal).toBeNull();
      expect(lines?.map(({ instance_id }) => instance_id)).toEqual(["safe_1", "deadly", "safe_2"]);
      expect(lines?.[1]).toMatchObject({ end: "infrastructure", reason });
      expect(lines?.[0]?.end).toBe(lines?.[2]?.end);
      expect(lines?.[0]?.end).not.toBe("infrastructure");
    }, 240_000);
  },
);
