// A window that plays a run of dialogues, for kills.ts, which ends it at any moment.
import { playInWindow } from "./window-run.ts";

const [, , folder = ""] = process.argv;
await playInWindow(folder);
