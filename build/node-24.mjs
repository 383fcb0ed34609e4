// Loaded before every entry of ours (node --import ./build/node-24.mjs ENTRY.ts): sees to it that it runs on Node 24 or
// newer. Plain JavaScript, because an older Node reads it: there better-sqlite3 13 crashes and type stripping is missing.
import { spawn } from "node:child_process";
import module from "node:module";
import { fileURLToPath } from "node:url";

// Types are stripped and code is compiled once, not at every start; by its environment a thread or another Node does so, too.
// Where the folder cannot be written all is as it was.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/querent", import.meta.url));
if (Number(process.versions.node.split(".")[0]) < 24) await runOnOwnNode();
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

/** Runs the same command on the Node that npm brought along, and ends as it ends; never returns. */
async function runOnOwnNode() {
  const own = ownNode();
  if (own === null) {
    console.error(
      `Querent needs Node 24 or newer; this is ${process.version}. On Linux and Windows npm brings Node 24 along, unless optional dependencies are left out; else install Node 24.`,
    );
    process.exit(2);
  }
  const child = spawn(own, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  await new Promise(() => {
    child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
  });
}

/** The Node 24 among the optional dependencies; null where there is none for this machine. */
function ownNode() {
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  try {
    return module.createRequire(import.meta.url).resolve(`${name}/bin/node${windows ? ".exe" : ""}`);
  } catch {
    return null;
  }
}
