// Runs a TypeScript entry of ours on Node 24 or newer. Plain JavaScript, because an older Node reads it first:
// better-sqlite3 13 crashes there and type stripping is missing, so nothing of ours starts without this check.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [entry, ...args] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "..");
const major = Number(process.versions.node.split(".")[0]);

if (entry === undefined) {
  console.error("usage: node build/on-node-24.mjs ENTRY.ts [ARGUMENT…]");
  process.exit(2);
}
if (major >= 24) {
  process.argv.splice(1, 2, path.resolve(root, entry));
  await import(pathToFileURL(path.resolve(root, entry)).href);
} else {
  runOnOwnNode(entry);
}

/** @param {string} script */
function runOnOwnNode(script) {
  const windows = process.platform === "win32";
  const own = path.join(root, "node_modules/.bin", windows ? "node.cmd" : "node");
  if (!existsSync(own)) {
    console.error(
      `Querent needs Node 24 or newer; this is ${process.version}. Run 'npm ci' (it brings Node 24 along on Linux and Windows) or install Node 24.`,
    );
    process.exit(2);
  }
  const child = spawn(own, [import.meta.filename, script, ...args], { stdio: "inherit", shell: windows });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}
