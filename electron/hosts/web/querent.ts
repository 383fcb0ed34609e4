// The command querent as the npm package brings it, bundled; what it does stands in command-line.mjs beside it.
import { runInThread, runsInThread } from "../command-thread.ts";

const entry = new URL("./command-line.mjs", import.meta.url);
if (runsInThread(process.argv.slice(2))) runInThread(entry);
else await import(entry.href);
