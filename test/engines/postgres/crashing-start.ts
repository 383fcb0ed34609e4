// On the server at argv[2]: loads the dump at argv[3], runs the text behind --hold until it is killed, or makes an engine with a template, a written state, a snapshot
// and a prepared transaction and says "ready". Waits to be killed.
import { createPostgresEngine } from "../../../electron/engines/postgres/engine.ts";
import { limits } from "./fixture.ts";

const [, , url = "", dump, hold] = process.argv;
const engine = await createPostgresEngine({ url, now: () => new Date() });
if (dump !== undefined && hold === undefined)
  await engine.prepare("harbour", { kind: "sql-file", path: dump }, {});
const state = await engine.open(
  await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {}),
);
if (hold !== undefined) {
  void state.run([hold], { limits: { ...limits, timeMs: 600_000 } });
  setTimeout(() => process.stdout.write("ready\n"), 5_000);
  await new Promise(() => {});
}
await state.run(["DELETE FROM call"], { limits });
await state.snapshot();
await state.run(["BEGIN; DELETE FROM ship; PREPARE TRANSACTION 'of a crash'"], { limits });
process.stdout.write("ready\n");
setInterval(() => {}, 60_000);
