// One of several processes that open a workspace of an earlier version at the same moment, for two-processes.test.ts: says that it is
// ready, waits until the file `go` is there, opens, and prints the names of the projects.
import { watch } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { allProjects } from "../../electron/store/projects.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";

const [, , file = "", go = ""] = process.argv;
const isThere = new Promise<void>((resolve) => {
  const watcher = watch(path.dirname(go), async () => {
    if ((await access(go).catch(() => "missing")) === "missing") return;
    watcher.close();
    resolve();
  });
});
console.log("ready");
await isThere;
const workspace = openWorkspace(file);
console.log(JSON.stringify((await workspace.read(allProjects)).map(({ name }) => name)));
await workspace.close();
