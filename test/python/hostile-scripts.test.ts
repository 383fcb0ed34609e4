import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import type { TestDatabase } from "../../electron/python/test-runner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { hostileScripts } from "./hostile-probes.ts";
import {
  callOf,
  type Interpreters,
  noDatabase,
  one,
  startInterpreters,
  testCase,
  testLimits,
} from "./support.ts";

const folder = temporaryFolder();
const touched = path.join(folder, "touched");
/** Gets round the rule that keeps the host's modules from being imported. */
const unlocked = "import sys\nsys.meta_path.pop(0)\n";
const core = `${unlocked}import _pyodide_core as core\n`;
let interpreters: Interpreters;
let connections = 0;
let port = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  interpreters = startInterpreters(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as { port: number }).port;
  await run("pass");
});
afterAll(async () => {
  server.close();
  await interpreters.runner.close();
});

function run(body: string, changed: Partial<typeof testLimits> = {}): Promise<TestOutcome> {
  const limits = { ...testLimits, ...changed };
  return interpreters.runner.run(callOf(testCase(body)), noDatabase, { limits });
}

/** What a script does, how its test ends, and what it says. */
type Hostile = [what: string, body: string, status: TestOutcome["status"], message: RegExp];

const machine: Hostile[] = [
  ["starts a program", `import os\nassert os.system("touch ${touched}") == 0`, "failed", /os.system/],
  ["starts a process", 'import subprocess\nsubprocess.run(["id"])', "error", /does not support processes/],
  ["forks", "import os\nos.fork()", "error", /OSError|AttributeError/],
  ["replaces its process", 'import os\nos.execv("/bin/sh", ["sh"])', "error", /OSError|AttributeError/],
  ["kills a process", "import os\nos.kill(1, 9)", "error", /OSError|PermissionError/],
  ["reads a file of the machine", 'open("/etc/passwd").read()', "error", /FileNotFoundError/],
  ["lists folders", 'import os\nassert "etc" in os.listdir("/"), os.listdir("/")', "failed", /tmp.*lib/],
  ["walks up to other files", 'open("../../../../work").read()', "error", /FileNotFoundError/],
  ["writes a file", 'open("/tmp/x", "w")', "error", /Read-only file system/],
  ["appends to a module", 'open("/lib/python314.zip", "ab")', "error", /Read-only file system/],
  ["makes a folder", 'import os\nos.mkdir("/tmp/x")', "error", /PermissionError/],
  ["removes a module's file", 'import os\nos.unlink("/lib/python314.zip")', "error", /PermissionError/],
  ["moves to another folder", 'import os\nos.chdir("/lib")', "error", /PermissionError/],
  [
    "maps a file",
    'import mmap\nmmap.mmap(open("/lib/python314.zip").fileno(), 0)',
    "error",
    /PermissionError/,
  ],
  ["reads a device", 'open("/dev/stdin").read()', "error", /FileNotFoundError/],
  ["reads its own descriptors", 'open("/proc/self/fd/0").read()', "error", /PermissionError/],
  ["asks for input", "input()", "error", /EOFError/],
  ["opens a pipe", "import os\nos.pipe()", "error", /PermissionError/],
  [
    "looks into the environment",
    "import os\nassert 'npm_config_cache' in os.environ or 'TMPDIR' in os.environ, list(os.environ)",
    "failed",
    /PYTHONHASHSEED/,
  ],
  [
    "loads a library",
    'import importlib.machinery as m\nm.ExtensionFileLoader("x", "/lib/x.so").create_module(m.ModuleSpec("x", None, origin="/lib/x.so"))',
    "error",
    /./,
  ],
];

const javascript: Hostile[] = [
  ["imports js", "import js", "error", /no way to their host/],
  ["imports pyodide", "import pyodide.code", "error", /no way to their host/],
  ["imports pyodide_js", "import pyodide_js", "error", /no way to their host/],
  ["imports ctypes", "import ctypes", "error", /no way to their host/],
  ["asks by __import__", '__import__("js").eval("1")', "error", /no way to their host/],
  ["asks the module cache", 'import sys\nsys.modules["js"].process', "error", /KeyError: 'js'/],
  [
    "hands a Python object to JavaScript",
    `${core}core.create_proxy(print)`,
    "error",
    /a function that is not allowed .*pyproxy_new/,
  ],
  [
    "makes a JavaScript array",
    `${core}core.to_js([1])`,
    "error",
    /a function that is not allowed .*JsvArray_New/,
  ],
  [
    "stops JavaScript on purpose",
    `${core}core.trigger_fatal_error()`,
    "error",
    /a function that is not allowed/,
  ],
  [
    "calls C functions",
    `${unlocked}import ctypes\nctypes.pythonapi.Py_GetVersion()`,
    "error",
    /a function that is not allowed .*ffi_/,
  ],
  [
    "looks for JavaScript among all objects",
    'import gc\nassert [o for o in gc.get_objects() if "JsProxy" in type(o).__name__], "none"',
    "failed",
    /^none$/,
  ],
  [
    "makes an object of JavaScript from its class",
    'T = next(t for t in ().__class__.__base__.__subclasses__() if t.__name__ == "JsProxy")\nobject.__new__(T).constructor',
    "error",
    /has no attribute 'constructor'|cannot be instantiated/,
  ],
];

const endings: Hostile[] = [
  ["exits", "import sys\nsys.exit(0)", "error", /SystemExit/],
  ["raises what is no Exception", "raise GeneratorExit", "error", /GeneratorExit/],
  ["leaves at once", "import os\nos._exit(0)", "error", /proc_exit/],
  ["aborts", "import os\nos.abort()", "error", /_abort_js/],
  ["crashes", "import faulthandler\nfaulthandler._sigsegv()", "error", /test was stopped/],
  ["nests its calls without end", "def again(): return again()\nagain()", "error", /RecursionError/],
  [
    "nests its calls beyond Python's limit",
    "import sys\nsys.setrecursionlimit(10**9)\ndef again(x): return sorted([x], key=again)\nagain(1)",
    "error",
    /too deeply/,
  ],
  [
    "starts a thread",
    "import threading\nthreading.Thread(target=print).start()",
    "error",
    /can't start new thread/,
  ],
  ["closes its output", "import sys\nsys.stdout.close()\nassert False, 'closed'", "failed", /closed/],
  [
    "closes every descriptor",
    "import os\nfor fd in range(20):\n    try: os.close(fd)\n    except OSError: pass\nassert False, 'closed'",
    "failed",
    /closed/,
  ],
  ["takes the builtins away", "import builtins\nbuiltins.__dict__.clear()", "error", /without reporting/],
  [
    "empties the module cache",
    "import sys\nsys.modules.clear()\nassert False, 'emptied'",
    "failed",
    /emptied/,
  ],
  [
    "raises what cannot be shown",
    "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E()",
    "error",
    /^E$/,
  ],
  [
    "asserts what cannot be shown",
    "class M:\n    def __str__(self): raise KeyError\nassert False, M()",
    "failed",
    /assert False/,
  ],
  ["raises a very long message", "raise ValueError('x' * 10_000_000)", "error", /^ValueError: x{3000,4000}$/],
];

const protocol: Hostile[] = [
  [
    "writes what is no request",
    'import os\nos.write(1000, b"\\xff{]")\nassert False, os.read(1000, 10**6)',
    "failed",
    /refused/,
  ],
  [
    "asks for what no script may",
    'from querent import host\nhost.ask({"reset": True})',
    "error",
    /can only execute/,
  ],
  [
    "asks with the wrong types",
    'from querent import host\nhost.ask({"execute": [1]})',
    "error",
    /can only execute/,
  ],
  ["asks for more than any task needs", "execute_queries('x' * 20_000_000, db_name, conn)", "error", /16 MB/],
  [
    "tells a false outcome first",
    `import os\nos.write(1000, b'{"outcome":{"status":"passed","message":null,"traceback":[]}}')\nassert False, "failed all the same"`,
    "failed",
    /failed all the same/,
  ],
  [
    "tells an outcome of another form",
    `import os, sys\nos.write(1000, b'{"outcome":{"status":"won"}}')\nimport builtins\nbuiltins.__dict__.clear()`,
    "error",
    /without reporting/,
  ],
];

const memory: Hostile[] = [
  ["allocates at once", "x = bytearray(2**30)", "memory", /MemoryError/],
  ["allocates bit by bit", "x = []\nwhile True: x.append('a' * 1_000_000 + str(len(x)))", "memory", /Memory/],
  [
    "goes on after it met the memory bound",
    "x = []\nwhile True:\n    try: x.append(bytearray(1_000_000))\n    except MemoryError: break\nassert len(x) < 250, len(x)\ndel x\nraise LookupError('it could go on')",
    "error",
    /it could go on/,
  ],
];

describe("hostile test scripts (rule Y2)", () => {
  it.each([...machine, ...javascript, ...endings, ...protocol, ...memory])(
    "a script that %s does no harm, and the next test works",
    async (_, body, status, message) => {
      const outcome = await run(body);
      expect({ ...outcome, matches: message.test(outcome.message ?? "") }).toMatchObject({
        status,
        matches: true,
      });
      expect(await run("assert 1 + 1 == 2")).toMatchObject({ status: "passed", message: null, stdout: "" });
    },
  );

  it.each(hostileScripts.map(({ what, bodies }) => [what, bodies] as const))(
    "no script that reaches for %s passes, and a test works after each",
    async (_, bodies) => {
      const through: unknown[] = [];
      for (const body of bodies) {
        const outcome = await run(body);
        const next = await run("assert 1 + 1 == 2");
        const isHeld = ["error", "failed", "memory"].includes(outcome.status) && outcome.message;
        if (!isHeld || next.status !== "passed") through.push({ body, outcome, next });
      }
      expect(through).toEqual([]);
    },
  );

  it("are a hundred and fifty at least", () => {
    const single = [...machine, ...javascript, ...endings, ...protocol, ...memory].map(([, body]) => body);
    const bodies = new Set([...single, ...hostileScripts.flatMap((one) => one.bodies)]);
    expect(bodies.size).toBeGreaterThanOrEqual(150);
  });

  it.each([
    ["socket", `import socket\nsocket.create_connection(("127.0.0.1", PORT), 1)`],
    ["raw socket", `import socket\nsocket.socket().connect(("127.0.0.1", PORT))`],
    ["HTTP request", 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:PORT/")'],
    ["listening socket", `import socket\nsocket.socket().bind(("127.0.0.1", 0))`],
    ["name look-up", 'import socket\nsocket.gethostbyname("localhost")'],
  ])("a script reaches nothing by a %s", async (_, body) => {
    const outcome = await run(body.replaceAll("PORT", String(port)));
    expect(outcome).toMatchObject({ status: "error", message: expect.stringMatching(/error/i) });
    expect(connections).toBe(0);
  });

  it.each([
    ["runs in a circle", "while True: pass"],
    [
      "runs in a circle that no exception leaves",
      "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ],
    ["runs in a circle within C", "import itertools, collections\ncollections.deque(itertools.repeat(1), 0)"],
    ["tries a hopeless pattern", "import re\nre.match('(a+)+b', 'a' * 60)"],
    ["sleeps", "import time\ntime.sleep(1000)"],
    ["asks its database again and again", "while True: execute_queries('SELECT 1', db_name, conn)"],
    ["prints without end", "while True: print('x' * 1_000_000)"],
  ])("a script that %s is ended at its time limit, and the next test works", async (_, body) => {
    const outcome = await run(body, { timeMs: 250 });
    expect(outcome).toMatchObject({ status: "timeout", message: "The test took longer than 250 ms." });
    expect(outcome.elapsedMs).toBeLessThan(5_000);
    expect(await run("pass")).toMatchObject({ status: "passed" });
  });

  it("keeps the first 64 kB of a gigabyte that a script prints", async () => {
    const outcome = await run("line = 'x' * 10_000_000\nfor _ in range(100): print(line)");
    expect(outcome.status).toBe("passed");
    expect(outcome.stdout.length).toBeLessThan(70_000);
    expect(outcome.stdout).toMatch(/^x{60000,}[\s\S]*cut/);
  });

  it("has let no script touch a file", () => {
    expect(existsSync(touched)).toBe(false);
  });
});

describe("without Node's permission model, as in a host that cannot confine a process (rule Y2)", () => {
  let bare: Interpreters;
  beforeAll(async () => {
    bare = startInterpreters(folder, { start: (entry, args) => forkProcess(entry, args) });
    await bare.runner.compile("");
  });
  afterAll(() => bare.runner.close());

  // Of those that the gate of imports ends, one: each costs an interpreter, and the gate knows nothing of permissions.
  const [gated = [], others = []] = [true, false].map((isGated) =>
    javascript.filter(([, , , message]) => message.source.includes("not allowed") === isGated),
  );
  it.each([...machine, ...others, ...gated.slice(0, 1)])(
    "a script that %s does no harm",
    async (_, body, status, message) => {
      const outcome = await bare.runner.run(callOf(testCase(body)), noDatabase, { limits: testLimits });
      expect({ ...outcome, matches: message.test(outcome.message ?? "") }).toMatchObject({
        status,
        matches: true,
      });
      expect(existsSync(touched)).toBe(false);
    },
  );
});

describe("the processes of test scripts", () => {
  it("are replaced when one is killed from outside", async () => {
    const killing: TestDatabase = {
      ...noDatabase,
      async execute() {
        for (const child of interpreters.alive) child.kill();
        return [];
      },
    };
    const call = callOf(testCase("execute_queries('SELECT 1', db_name, conn)\nwhile True: pass"));
    await expect(interpreters.runner.run(call, killing, { limits: testLimits })).rejects.toThrow(
      /interpreter ended .*SIGKILL/,
    );
    expect(await run("pass")).toMatchObject({ status: "passed" });
  });

  it("end for the signal of whoever started a test, and that rejects", async () => {
    const leaving = new AbortController();
    const database: TestDatabase = {
      ...noDatabase,
      async execute() {
        leaving.abort(new Error("nobody waits for it"));
        return [];
      },
    };
    const call = callOf(testCase("execute_queries('SELECT 1', db_name, conn)\nwhile True: pass"));
    const ended = interpreters.runner.run(call, database, { limits: testLimits, signal: leaving.signal });
    await expect(ended).rejects.toThrow("nobody waits for it");
    expect(await run("pass")).toMatchObject({ status: "passed" });
  });

  it("start from a new snapshot where the one in the cache is damaged", async () => {
    const cache = path.join(folder, "python");
    for (const name of readdirSync(cache)) writeFileSync(path.join(cache, name), "no snapshot");
    const others = startInterpreters(folder);
    expect(
      await others.runner.run(callOf(testCase("pass")), noDatabase, { limits: testLimits }),
    ).toMatchObject({ status: "passed" });
    await others.runner.close();
  });

  it("say what to look at where none can be started", async () => {
    const others = startInterpreters(temporaryFolder(), {
      start: (_, args, confinement) => forkProcess(path.join(folder, "absent.mjs"), args, confinement),
    });
    const ended = others.runner.run(callOf(testCase("pass")), noDatabase, { limits: testLimits });
    await expect(ended).rejects.toThrow(/Python could not be prepared for test scripts in .*absent.mjs/s);
    await others.runner.close();
  });

  it("run as many tests at once as there are, and the others after them, each on its own database", async () => {
    const others = startInterpreters(folder, { warm: 2 });
    const databases = [1, 2, 3, 4, 5].map(
      (number): TestDatabase => ({
        ...noDatabase,
        execute: async () => [{ ...one, rows: [[`i${number}`]] }],
      }),
    );
    const body = "print(execute_queries('SELECT 1', db_name, conn)[0][0][0])";
    const outcomes = await Promise.all(
      databases.map((database) =>
        others.runner.run(callOf(testCase(body)), database, { limits: testLimits }),
      ),
    );
    expect(outcomes.map(({ message, stdout }) => message ?? stdout)).toEqual([
      "1\n",
      "2\n",
      "3\n",
      "4\n",
      "5\n",
    ]);
    expect(others.alive.size).toBe(2);
    const leaving = AbortSignal.abort(new Error("left the queue"));
    const left = others.runner.run(callOf(testCase(body)), noDatabase, {
      limits: testLimits,
      signal: leaving,
    });
    await expect(left).rejects.toThrow("left the queue");
    await others.runner.close();
    expect(others.alive.size).toBe(0);
  });

  it("are not started anew for tests that behave, fail or do not compile", async () => {
    const before = interpreters.started();
    for (const body of ["pass", "assert False", "raise KeyError", "print(1)", "def"]) await run(body);
    expect(interpreters.started()).toBe(before);
  });

  it("end with the runner, whatever runs", async () => {
    const others = startInterpreters(folder);
    const under = Promise.withResolvers<void>();
    const telling: TestDatabase = {
      ...noDatabase,
      async execute() {
        under.resolve();
        return [one];
      },
    };
    const looping = testCase("execute_queries('SELECT 1', db_name, conn)\nwhile True: pass");
    const closed = "the test runner was closed";
    const running = expect(
      others.runner.run(callOf(looping), telling, { limits: testLimits }),
    ).rejects.toThrow(closed);
    const queued = others.runner.run(callOf(looping), telling, { limits: testLimits });
    await under.promise;
    await others.runner.close();
    await running;
    await expect(queued).rejects.toThrow(closed);
    expect(others.alive.size).toBe(0);
  });
});
