import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callOf, type Interpreters, noDatabase, startInterpreters, testCase, testLimits } from "./support.ts";

let interpreters: Interpreters;

beforeAll(async () => {
  interpreters = startInterpreters(temporaryFolder());
  await interpreters.runner.compile("");
});
afterAll(() => interpreters.runner.close());

/** Runs one script after another on the only interpreter; answers what the last one printed, or how it failed. */
async function seenAfter(...bodies: string[]): Promise<string> {
  let last = "";
  for (const body of bodies) {
    const call = callOf(testCase(body));
    const { status, message, stdout } = await interpreters.runner.run(call, noDatabase, {
      limits: testLimits,
    });
    last = status === "passed" ? stdout : `${status}: ${message}`;
  }
  return last;
}

/** All that a script can see of its interpreter without asking the clock: modules, builtins, classes, objects, types. */
const lookAround = `
    import sys, gc, builtins, hashlib
    seen = [sorted(sys.modules), sorted(vars(builtins)), [str(c) for c in object.__subclasses__()], sys.path]
    seen += [sorted(vars(m)) for n, m in sorted(sys.modules.items()) if n != "__main__"]
    seen += [gc.get_count(), len(gc.get_objects()), id(object()), sys.getrefcount(ValueError), sys.getallocatedblocks()]
    seen += [sys.getrecursionlimit(), __import__("random").random(), hash("text")]
    print(hashlib.sha256(repr(seen).encode()).hexdigest())`;

describe("a test begins as if no test had been before it (rule Y1)", () => {
  it.each([
    ["a builtin", "import builtins\nbuiltins.len = lambda _: 42", "print(len([1]))", "1"],
    ["a module", 'import json\njson.dumps = lambda _: "no"', "import json\nprint(json.dumps([1]))", "[1]"],
    [
      "a helper",
      "from querent import evaluators\nevaluators.execute_queries_agent = None",
      "print(callable(execute_queries))",
      "True",
    ],
    [
      "a helper's code",
      "execute_queries.__code__ = (lambda *_: 1).__code__",
      "print(execute_queries([], db_name, conn))",
      "(None, False, False)",
    ],
    ["the harness", "from querent import run_test\nrun_test._failure = None", "print(1)", "1"],
    [
      "the module cache",
      "import sys\nsys.modules['decimal'] = None",
      "import decimal\nprint(decimal.Decimal(1))",
      "1",
    ],
    [
      "the import rules",
      "import sys\nsys.meta_path.clear()\nsys.path.clear()",
      "import bisect\nprint(bisect.bisect([1], 1))",
      "1",
    ],
    [
      "the context of decimals",
      "import decimal\ndecimal.getcontext().prec = 3",
      "from decimal import Decimal\nprint(Decimal(1) / 3)",
      "0.3333333333333333333333333333",
    ],
    [
      "the recursion limit",
      "import sys\nsys.setrecursionlimit(100)",
      "import sys\nprint(sys.getrecursionlimit())",
      "1000",
    ],
    ["a trace", "import sys\nsys.settrace(lambda *_: print('traced'))", "print(1)", "1"],
    [
      "a hook at the end",
      "import atexit, sys\natexit.register(print, 'end')\nsys.excepthook = print",
      "print(1)",
      "1",
    ],
    ["the output", "import sys\nsys.stdout = None", "print(1)", "1"],
    [
      "the environment",
      "import os\nos.environ['LEFT'] = '1'",
      "import os\nprint(os.environ.get('LEFT'))",
      "None",
    ],
    [
      "a signal handler",
      "import signal\nsignal.signal(signal.SIGINT, lambda *_: None)",
      "import signal\nprint(signal.getsignal(2) == signal.default_int_handler)",
      "True",
    ],
    [
      "an object kept in a cycle",
      "import gc\nclass Kept:\n    pass\nkept = Kept()\nkept.me = kept\ngc.disable()",
      "import gc\nprint(gc.isenabled(), any(type(o).__name__ == 'Kept' for o in gc.get_objects()))",
      "True False",
    ],
    [
      "an open file",
      "import builtins\nbuiltins.kept = open('/lib/python314.zip', 'rb')\nbuiltins.kept.read(1)",
      "print(open('/lib/python314.zip', 'rb').fileno())",
      "3",
    ],
    [
      "randomness",
      "import random\nrandom.seed(1)\nrandom.random()",
      "import random\nrandom.seed(2)\nprint(random.random() == 0.9560342718892494)",
      "True",
    ],
    [
      "the growth of memory",
      "x = bytearray(40_000_000)",
      "x = bytearray(40_000_000)\nprint(any(x))",
      "False",
    ],
  ])("though a script changed %s", async (_, change, look, seen) => {
    expect((await seenAfter(change, look)).trimEnd()).toBe(seen);
  });

  it("down to its memory: a script that looks at everything sees the same after any other", async () => {
    const first = await seenAfter(lookAround);
    expect(first).toMatch(/^[0-9a-f]{64}\n$/);
    const others = [
      "import statistics, sqlite3, csv, unittest",
      "x = [[] for _ in range(100_000)]",
      "raise ValueError",
      "def f(): return f()\nf()",
      "x = bytearray(2**30)",
      "class A: pass\nA.a = A()",
      "import sys\nsys.modules.clear()",
    ];
    for (const other of others) expect([other, await seenAfter(other, lookAround)]).toEqual([other, first]);
    // One to make the snapshot, one for all tests.
    expect(interpreters.started()).toBe(2);
  });
});
