// The command querent from the source (bin/querent.mjs); what it does stands in command-line.ts beside it.
import { runInThread, runsInThread } from "../electron/hosts/command-thread.ts";

const entry = new URL("./command-line.ts", import.meta.url);
if (runsInThread(process.argv.slice(2))) runInThread(entry);
else await import(entry.href);
