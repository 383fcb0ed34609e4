// On the server at argv[2]: loads the dump at argv[3], or without one makes an engine with a template, a written state, a snapshot
// and a prepared transaction and says "ready". Waits to be killed.
import { createPostgresEngine } from "../../../electron/engines/postgres/engine.ts";
import { limits } from "./fixture.ts";

const [, , url = "", dump] = process.argv;
const engine = await createPostgresEngine({ url, now: () => new Date() });
if (dump !== undefined) await engine.prepare("harbour", { kind: "sql-file", path: dump }, {});
const state = await engine.open(
  await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {}),
);
await state.run(["DELETE FROM call"], { limits });
await state.snapshot();
await state.run(["BEGIN; DELETE FROM ship; PREPARE TRANSACTION 'of a crash'"], { limits });
process.stdout.write("ready\n");
setInterval(() => {}, 60_000);
