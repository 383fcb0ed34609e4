// Makes an engine with a template, a written state, a snapshot and a prepared transaction on the server at argv[2],
// says "ready" and waits to be killed.
import { createPostgresEngine } from "../../../electron/engines/postgres/engine.ts";
import { limits } from "./fixture.ts";

const engine = await createPostgresEngine({ url: process.argv[2] ?? "", now: () => new Date() });
const state = await engine.open(
  await engine.prepare("harbour", { kind: "server-database", database: "harbour" }, {}),
);
await state.run(["DELETE FROM call"], { limits });
await state.snapshot();
await state.run(["BEGIN; DELETE FROM ship; PREPARE TRANSACTION 'of a crash'"], { limits });
process.stdout.write("ready\n");
setInterval(() => {}, 60_000);
