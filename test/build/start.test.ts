import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../../build/build.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "querent-start-"));
const started: ChildProcess[] = [];

beforeAll(() => ensureBuilt("renderer", "sample"));
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output(): string;
  /** Resolves when standard output matches. */
  says(what: RegExp): Promise<RegExpExecArray>;
  ended: Promise<number | null>;
}

/** `npm start -- ARGS` with a data folder and temporary files of its own. */
function start(args: string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, ["build/start.ts", "--host", "web", ...args], {
    cwd: root,
    env: { ...process.env, XDG_DATA_HOME: folder, APPDATA: folder, HOME: folder, TMPDIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const says = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = what.exec(output);
        if (match) resolve(match);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", look);
      void ended.then(() => reject(new Error(`it ended without saying ${what}: ${output}`)));
      look();
    });
  return { child, output: () => output, says, ended };
}

/** Whether a process is there and not merely waiting for its parent to notice its end. */
function isRunning(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)])
    .stdout.toString()
    .trim();
  return state !== "" && !state.startsWith("Z");
}

describe("npm start", () => {
  it("without a window tells the address, serves there, and ends cleanly when asked", async () => {
    const { child, says, ended, output } = start(["--no-window"]);
    const [, address = ""] = await says(/served at (\S+)/);
    expect(output()).toMatch(/^There was no workspace \S+workspace\.querent: Querent made a new one\.$/m);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(existsSync(path.join(folder, "querent/workspace.querent"))).toBe(process.platform === "linux");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
    // The log of the workspace was written into it, and no spool folder stays.
    expect(existsSync(path.join(folder, "querent/workspace.querent-wal"))).toBe(false);
    const again = start(["--no-window"]);
    await again.says(/served at/);
    expect(again.output()).not.toContain("There was no workspace");
    again.child.kill("SIGINT");
    expect(await again.ended).toBe(0);
  });

  it("says in words what is wrong with its options, exit code 2", async () => {
    const { ended, output } = start(["--port", "many"]);
    expect(await ended).toBe(2);
    expect(output()).toMatch(/--port is a number[\s\S]*usage: npm start/);
  });

  it("says in words what is wrong with a predictions file, exit code 1", async () => {
    const file = path.join(folder, "broken.json");
    writeFileSync(file, '[{"question": "?"');
    const { ended, output } = start([
      "--no-window",
      "--project",
      file,
      "--workspace",
      path.join(folder, "b.querent"),
    ]);
    expect(await ended).toBe(1);
    expect(output()).toContain("broken.json");
    expect(output()).not.toMatch(/^\s+at /m);
  });
});

describe.skipIf(process.platform === "win32")(
  "the app window (skipped on Windows: the stand-in browser is a script)",
  () => {
    /** A browser that writes into its profile, starts a process of its own, and stays. */
    const browser = path.join(folder, "browser.sh");
    const told = path.join(folder, "told");
    writeFileSync(
      browser,
      `#!/bin/sh
trap 'exit 0' TERM
for argument in "$@"; do case $argument in --user-data-dir=*) profile=\${argument#*=};; esac; done
sleep 600 & child=$!
echo state > "$profile/state"
echo "$$ $child $profile $*" > "${told}.new"; mv "${told}.new" "${told}"
wait
`,
      { mode: 0o755 },
    );
    const window = async () => {
      await expect.poll(() => existsSync(told), { timeout: 30_000 }).toBe(true);
      const [pid = "", child = "", profile = "", ...args] = readFileSync(told, "utf8").trim().split(" ");
      rmSync(told);
      return { pid: Number(pid), child: Number(child), profile, args };
    };
    const env = { QUERENT_BROWSER: browser, DISPLAY: ":99" };

    it("is given a one-time address in a file of its profile, and ends the workbench when it is closed", async () => {
      const { ended } = start([], env);
      const { pid, child, profile, args } = await window();
      expect(args.join(" ")).not.toContain("launch=");
      const page = fileURLToPath(
        args.find((each) => each.startsWith("--app="))?.slice("--app=".length) ?? "",
      );
      expect(path.dirname(page)).toBe(profile);
      expect(readFileSync(page, "utf8")).toMatch(/"http:\/\/127\.0\.0\.1:\d+\/#launch=[^"]{40,}"/);
      process.kill(child);
      process.kill(pid);
      expect(await ended).toBe(0);
      expect(existsSync(profile)).toBe(false);
    });

    it("is ended with all its processes by Ctrl+C, and its profile is removed", async () => {
      const { child: workbench, ended } = start([], env);
      const { pid, child, profile } = await window();
      workbench.kill("SIGINT");
      expect(await ended).toBe(0);
      expect([pid, child].filter(isRunning)).toEqual([]);
      expect(existsSync(profile)).toBe(false);
    });

    it("that cannot open is told of, and the address with it", async () => {
      const failing = path.join(folder, "failing.sh");
      writeFileSync(failing, "#!/bin/sh\necho no screen >&2\nexit 1\n", { mode: 0o755 });
      const { child, says, ended, output } = start([], { ...env, QUERENT_BROWSER: failing });
      await says(/served at/);
      expect(output()).toMatch(/could not open a window \(exit code 1\)\.\s+no screen/);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    });
  },
);
