import { MessageChannel } from "node:worker_threads";
import { LinkMessagePortClient } from "@orpc/client/message-port";
import { RPCHandler } from "@orpc/server/message-port";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket as NodeSocket } from "ws";
import { serveLoopback } from "../../electron/hosts/web/loopback-host.ts";
import { createRouter, type Services } from "../../electron/router.ts";
import { ServiceFault } from "../../electron/services/fault.ts";
import { clientOver } from "../../renderer/host/client-over.ts";
import type { Client } from "../../renderer/host/connection.ts";
import { ReconnectingSocket } from "../../renderer/host/reconnecting-socket.ts";
import { servicesWith } from "../support/services-with.ts";
import { connectSocket } from "./socket-client.ts";

/** Calls under way in the back end, and how they ended there. */
const seen = { running: 0, aborted: 0 };

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_resolve, reject) => {
    seen.running++;
    signal?.addEventListener("abort", () => {
      seen.running--;
      seen.aborted++;
      reject(signal.reason);
    });
  });

const services: Services = servicesWith({
  projects: { list: (_input, { signal }) => untilAborted(signal) },
  queue: {
    item: ({ itemId }) => {
      throw new ServiceFault("NOT_FOUND", `There is no item ${itemId}.`, { what: `item ${itemId}` });
    },
    ids: ({ projectId }) => [projectId],
  },
  changes: {
    async *watch(_input, { signal }) {
      yield { type: "projects" as const };
      await untilAborted(signal);
    },
  },
});
const router = () => createRouter({ services, log: () => undefined, newErrorId: () => "e" });

const transports: [name: string, open: () => Promise<{ client: Client; close(): Promise<void> }>][] = [
  [
    "socket of the web host",
    async () => {
      const host = await serveLoopback({ router: router(), actor: "ada", rendererDir: "/nowhere", port: 0 });
      const { client, connection } = await connectSocket(host);
      return {
        client,
        async close() {
          await connection.close();
          await host.close();
        },
      };
    },
  ],
  [
    "message port of the desktop host",
    async () => {
      const { port1, port2 } = new MessageChannel();
      new RPCHandler(router()).upgrade(port2 as never, { context: { actor: "ada" } });
      const client = clientOver(new LinkMessagePortClient({ port: port1 as never }));
      port1.start();
      port2.start();
      return { client, close: async () => port1.close() };
    },
  ],
];

describe.each(transports)("over the %s", (_name, open) => {
  let client: Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ client, close } = await open());
  });
  afterAll(() => close());
  afterEach(() => {
    Object.assign(seen, { running: 0, aborted: 0 });
  });
  const settled = (expected: Partial<typeof seen>) =>
    expect.poll(() => seen, { interval: 5 }).toMatchObject(expected);

  it("an answer comes back typed", async () => {
    expect(await client.queue.ids({ projectId: 3, filter: {} })).toEqual([3]);
  });

  it("a typed error comes back with its data", async () => {
    await expect(client.queue.item({ itemId: 7 })).rejects.toMatchObject({
      code: "NOT_FOUND",
      defined: true,
      data: { what: "item 7" },
      message: "There is no item 7.",
    });
  });

  it("input that the contract does not allow does not even leave the window", async () => {
    await expect(client.queue.item({ itemId: 0.5 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("cancelling a call reaches the back end", async () => {
    const cancel = new AbortController();
    const call = client.projects.list(undefined, { signal: cancel.signal });
    call.catch(() => undefined);
    await settled({ running: 1 });
    cancel.abort();
    await expect(call).rejects.toThrow();
    await settled({ running: 0, aborted: 1 });
  });

  it("cancelling a stream reaches the back end while it waits for an event", async () => {
    const cancel = new AbortController();
    const stream = await client.changes.watch(undefined, { signal: cancel.signal });
    expect((await stream.next()).value).toEqual({ type: "projects" });
    const next = stream.next();
    next.catch(() => undefined);
    await settled({ running: 1 });
    cancel.abort();
    await expect(next).rejects.toThrow();
    await settled({ running: 0, aborted: 1 });
  });

  it("leaving a stream reaches the back end while it waits for an event", async () => {
    const stream = await client.changes.watch();
    expect((await stream.next()).value).toEqual({ type: "projects" });
    void stream.next().catch(() => undefined);
    await settled({ running: 1 });
    await stream.return?.();
    await settled({ running: 0, aborted: 1 });
  });
});

it("a stream waits for a reader that takes nothing, instead of filling the host's memory", async () => {
  let produced = 0;
  const event = { type: "verdict" as const, projectId: 1, itemId: 1, reviewer: "r".repeat(20_000) };
  const flooding = servicesWith({
    changes: {
      async *watch() {
        for (; produced < 20_000; produced++) yield event;
      },
    },
  });
  const router = createRouter({ services: flooding, log: () => undefined, newErrorId: () => "e" });
  const host = await serveLoopback({ router, actor: "ada", rendererDir: "/nowhere", port: 0 });
  const { client, connection, socket } = await connectSocket(host);
  const stream = await client.changes.watch();
  socket().pause();
  let before = -1;
  const standsStill = () => {
    const still = produced > 10 && produced === before;
    before = produced;
    return still;
  };
  await expect.poll(standsStill, { interval: 300 }).toBe(true);
  expect(produced).toBeLessThan(2_000);
  socket().resume();
  await stream.return?.();
  await connection.close();
  await host.close();
});

it("windows that lost their host try again less and less often, and not all at the same moments", async () => {
  const pausesOf = async () => {
    const pauses: number[] = [];
    const connection = new ReconnectingSocket({
      open() {
        // Nobody listens on the port of "discard".
        const socket = new NodeSocket("ws://127.0.0.1:9/rpc");
        socket.on("error", () => undefined);
        return socket as unknown as WebSocket;
      },
      status: async () => (pauses.length < 9 ? "away" : "ended"),
      pause: async (ms) => void pauses.push(ms),
    });
    await connection.settled();
    return pauses;
  };
  const all = await Promise.all(Array.from({ length: 5 }, pausesOf));
  const longest = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000];
  for (const pauses of all)
    for (const [at, ms] of longest.entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(ms / 2);
      expect(pauses[at]).toBeLessThan(ms);
    }
  for (const at of longest.keys()) expect(new Set(all.map((pauses) => pauses[at])).size).toBe(5);
});
