import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket as NodeSocket } from "ws";
import { clientOver } from "../../renderer/host/client-over.ts";
import { ReconnectingSocket } from "../../renderer/host/reconnecting-socket.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";

/** What a client knows of its own doing, for the checker. */
export interface ClientRecord {
  name: string;
  /** The label of each save that the host acknowledged, by its id. */
  saved: Map<string, { itemId: number; label: string }>;
  /** Items that the client has sent a verdict of, answered or not. */
  judged: Set<number>;
  /** How long each claim took on a connection that stood, in milliseconds; apart, on a host or server that had just started. */
  claims: number[];
  coldClaims: number[];
  /** Answers that held what somebody else says of an item that the client had not judged. */
  leaks: string[];
  /** Calls that were answered with a refusal, by code. */
  refusals: Map<string, number>;
}

/** What a verdict's note says, so that it is known wherever it turns up. */
const noteOf = (name: string, itemId: number) => `said-by-${name}-of-${itemId}.`;

export const newRecord = (name: string): ClientRecord => ({
  ...{
    name,
    saved: new Map(),
    judged: new Set(),
    claims: [],
    coldClaims: [],
    leaks: [],
    refusals: new Map(),
  },
});

interface ClientOptions {
  /** Of a client that has done nothing yet: written to as it works. */
  record: ClientRecord;
  authority: string;
  token: string;
  projectId: number;
  signal: AbortSignal;
  /** Whether host and server have been up for some time. */
  areWarm(): boolean;
  /** Numbers from 0 to 1, the same for each run of a seed. */
  random(): number;
}

/** A fast reviewer: takes items, judges them at once, late or not at all, and looks at whatever the host shows. */
export async function runClient(options: ClientOptions): Promise<void> {
  const { record, projectId, signal, random, areWarm } = options;
  const { name } = record;
  const { client, connection } = await connect(options);
  const look = (answer: unknown, call: string) => {
    for (const [, who, itemId] of (JSON.stringify(answer) ?? "").matchAll(/said-by-(\w+)-of-(\d+)\./g))
      if (who !== name && !record.judged.has(Number(itemId)))
        record.leaks.push(`${call}: what ${who} says of item ${itemId} reached ${name}`);
  };
  const judge = async (itemId: number) => {
    const saveId = crypto.randomUUID();
    const label = random() < 0.5 ? "yes" : "no";
    const judgement = { ...emptyJudgement, label, note: noteOf(name, itemId) };
    record.judged.add(itemId);
    const { verdict } = await client.queue.item({ itemId });
    // As a window does: what was sent once is sent again under the same id until there is an answer.
    for (let isAnswered = false; !isAnswered && !signal.aborted; )
      isAnswered = await client.verdicts
        .save({ itemId, baseRevision: verdict.revision, saveId, judgement })
        .then(
          () => {
            record.saved.set(saveId, { itemId, label });
            return true;
          },
          async (error: unknown) => isRefusal(error, record) || (await sleep(200, false)),
        );
  };
  const lateItems: number[] = [];
  const over = once(signal, "abort");
  const act = async () => {
    let isSteady = connection.state.get() === "connected";
    const unsubscribe = connection.state.subscribe(() => {
      isSteady = false;
    });
    const claims = areWarm() ? record.claims : record.coldClaims;
    const started = performance.now();
    const { itemId } = await client.slots.claim({ projectId }).finally(unsubscribe);
    if (isSteady) claims.push(performance.now() - started);
    if (itemId !== null) {
      look(await client.queue.item({ itemId }), "queue.item");
      const fate = random();
      if (fate < 0.75) await judge(itemId);
      else if (fate < 0.85) await client.slots.giveBack({ itemId });
      else lateItems.push(itemId);
    }
    const late = random() < 0.2 ? lateItems.shift() : undefined;
    if (late !== undefined) await judge(late);
    const ids = await client.queue.ids({ projectId, filter: {} });
    const one = ids[Math.floor(random() * ids.length)];
    if (one === undefined) return;
    look(await client.verdicts.others({ itemId: one }), "verdicts.others");
    look(await client.queue.rows({ projectId, itemIds: ids.slice(0, 50) }), "queue.rows");
    look(await client.verdicts.history({ itemId: one }), "verdicts.history");
    look(await client.queue.counts({ projectId }), "queue.counts");
  };
  while (!signal.aborted) {
    await Promise.race([act().catch((error: unknown) => isRefusal(error, record)), over]);
    // A second for an item is faster than anybody judges, and leaves the machine to the host, which is what is measured.
    await sleep(500 + 1_000 * random());
  }
  await connection.close();
}

/** Counts a refusal of the host; false where the connection was lost, and nothing is known. */
function isRefusal(error: unknown, { refusals }: ClientRecord): boolean {
  const code = (error as { code?: unknown }).code;
  const isKnown = typeof code === "string" && code !== "STORAGE";
  const name = isKnown ? code : "lost";
  refusals.set(name, (refusals.get(name) ?? 0) + 1);
  return isKnown;
}

async function connect({ record: { name }, authority, token }: ClientOptions) {
  const origin = `http://${authority}`;
  const from = { "x-forwarded-for": `10.0.${name.length}.${Number(name.replace(/\D/g, "")) + 1}` };
  const signIn = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { origin, ...from },
    body: token,
  });
  if (signIn.status !== 204)
    throw new Error(`${name} cannot sign in: ${signIn.status} ${await signIn.text()}`);
  const [cookie = ""] = signIn.headers.getSetCookie();
  const headers = { origin, host: authority, cookie: cookie.split(";")[0] ?? "" };
  const connection = new ReconnectingSocket({
    open() {
      const socket = new NodeSocket(`ws://${authority}/rpc`, ["querent"], { headers });
      socket.on("error", () => undefined);
      return socket as unknown as WebSocket;
    },
    status: async () => {
      const answer = await fetch(`${origin}/session`, { headers }).catch(() => null);
      return answer === null || answer.status >= 500
        ? "away"
        : answer.status === 204
          ? "known"
          : "signed-out";
    },
    pause: (ms) => sleep(Math.min(ms, 500)),
  });
  await connection.settled();
  return { client: clientOver(connection), connection };
}
