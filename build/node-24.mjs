// Loaded before every entry of ours (node --import ./build/node-24.mjs ENTRY.ts): sees to it that it runs on Node 24 or
// newer. Plain JavaScript, because an older Node reads it: there better-sqlite3 13 crashes and type stripping is missing.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

if (Number(process.versions.node.split(".")[0]) < 24) await runOnOwnNode();

/** Runs the same command on the Node that npm ci brought along, and ends as it ends; never returns. */
async function runOnOwnNode() {
  const windows = process.platform === "win32";
  const own = path.resolve(import.meta.dirname, "../node_modules/.bin", windows ? "node.cmd" : "node");
  if (!existsSync(own)) {
    console.error(
      `Querent needs Node 24 or newer; this is ${process.version}. Run 'npm ci' (it brings Node 24 along on Linux and Windows) or install Node 24.`,
    );
    process.exit(2);
  }
  const child = spawn(own, process.argv.slice(1), { stdio: "inherit", shell: windows });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  await new Promise(() => {
    child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
  });
}
