import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const confine = path.resolve(import.meta.dirname, "../../electron/processes/confine.ts");

/** Tries, in a process of its own, to reach two servers in the ways of Node, after each step. */
const script = `
import net from "node:net";
import path from "node:path";
import { closeNetwork } from ${JSON.stringify(confine)};
const listen = (...at) => new Promise((resolve) => {
  const server = net.createServer((socket) => socket.end()).listen(...at, () => resolve(server));
});
const folder = process.argv[1];
const host = "127.0.0.1";
const [one, other] = (await Promise.all([listen(0, host), listen(0, host)])).map((server) => server.address().port);
await listen(path.join(folder, ".s.PGSQL.5432"));
const reaches = async (connect) => {
  try {
    const socket = connect();
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return true;
  } catch {
    return false;
  }
};
const all = async () => [
  await reaches(() => new net.Socket().connect(one, host)),
  await reaches(() => new net.Socket().connect(other, host)),
  await reaches(() => new net.Socket().connect(path.join(folder, ".s.PGSQL.5432"), undefined)),
  await reaches(() => net.connect(other, host)),
  typeof fetch === "function",
];
const before = await all();
const reachServer = closeNetwork();
const closed = await all();
reachServer({ host, port: one });
const toOne = await all();
reachServer({ host: folder, port: 5432 });
console.log(JSON.stringify({ before, closed, toOne, toSocket: await all() }));
process.exit();
`;

test.skipIf(process.platform === "win32")(
  "a process without network reaches the one server that it is let reach",
  () => {
    const run = [
      "--disable-warning=ExperimentalWarning",
      "--input-type=module",
      "-e",
      script,
      temporaryFolder(),
    ];
    expect(JSON.parse(execFileSync(process.execPath, run, { encoding: "utf8" }))).toEqual({
      before: [true, true, true, true, true],
      closed: [false, false, false, false, false],
      toOne: [true, false, false, false, false],
      toSocket: [false, false, true, false, false],
    });
  },
);
