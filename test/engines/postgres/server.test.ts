import { once } from "node:events";
import net from "node:net";
import os from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer, ServerUnavailable } from "../../../electron/engines/postgres/server.ts";

/** PostgreSQL's half of a login by password (SCRAM-SHA-256), as far as it gets without one. */
const asksForPassword = [
  authentication(10, "SCRAM-SHA-256\0\0"),
  authentication(11, "r=nonce,s=c2FsdA==,i=4096"),
];

function authentication(kind: number, text: string): Buffer {
  const message = Buffer.alloc(9 + text.length, text.padStart(9 + text.length), "latin1");
  message.write("R");
  message.writeUInt32BE(8 + text.length, 1);
  message.writeUInt32BE(kind, 5);
  return message;
}

let server: net.Server;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  server = net.createServer((socket) => {
    sockets.push(socket);
    const messages = asksForPassword.values();
    socket.on("data", () => socket.write(messages.next().value ?? ""));
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => server.close());

test("a login without the password that the server asks for is hung up, and keeps nothing waiting there", async () => {
  const { port } = server.address() as net.AddressInfo;
  await expect(openServer({ url: `postgresql://postgres@127.0.0.1:${port}/postgres` })).rejects.toThrow(
    ServerUnavailable,
  );
  expect(sockets).not.toEqual([]);
  for (const socket of sockets) if (!socket.closed) await once(socket, "close");
});

/** An address of this machine that is not its loopback's. */
const elsewhere = Object.values(os.networkInterfaces())
  .flat()
  .find((one) => one !== undefined && !one.internal && one.family === "IPv4")?.address;

test.skipIf(elsewhere === undefined)(
  `off this machine the first that a server hears asks for TLS, and without it nobody logs in (${elsewhere ?? "else skipped: no network"})`,
  async () => {
    const heard: Buffer[] = [];
    const plain = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        heard.push(bytes);
        // "N": this server has no TLS (PostgreSQL's protocol, SSLRequest).
        socket.write("N");
      });
    });
    plain.listen(0, "0.0.0.0");
    await once(plain, "listening");
    const { port } = plain.address() as net.AddressInfo;
    const url = `postgresql://somebody:swordfish@${elsewhere}:${port}/postgres`;
    await expect(openServer({ url })).rejects.toThrow("encrypted connection");
    plain.close();
    expect(heard).not.toEqual([]);
    for (const bytes of heard) expect([bytes.length, bytes.readUInt32BE(4)]).toEqual([8, 80_877_103]);
  },
);
