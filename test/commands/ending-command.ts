// Runs the command line at argv[2…] as querent does, but ends this process by SIGKILL where it begins to load the database "deadly".
import { runCommandLine } from "../../electron/cli.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { sourcePaths } from "../../electron/program-paths.ts";

// For a program under test that ends who started it.
process.env.QUERENT_TEST_PID = String(process.pid);
process.exitCode = await runCommandLine(process.argv.slice(2), {
  version: "0.0.0-test",
  stdin: () => process.stdin,
  write: (text) => void process.stdout.write(text),
  note(text) {
    if (text === "loading deadly") process.kill(process.pid, "SIGKILL");
  },
  unfinished: () => {},
  program: async () => ({ startProcess: forkProcess, paths: sourcePaths }),
  account: () => "tester",
  consentsFile: () => "",
  serveTeam: () => Promise.reject(new Error("not here")),
  openWorkbench: () => Promise.reject(new Error("not here")),
});
