import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createMembersService } from "../../electron/services/members.ts";
import { importPredictions } from "../../electron/store/import-predictions.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { setSlotPlan } from "../../electron/store/slot-plans.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";
import { type Cluster, startCluster } from "../engines/postgres.ts";
import { checkSoak, type SoakFindings } from "./check-soak.ts";
import { type ClientRecord, newRecord, runClient } from "./soak-client.ts";

/** How a soak is run. */
export interface SoakOptions {
  place: "file" | "server";
  clients: number;
  seconds: number;
  items: number;
  /** Hears what happens meanwhile. */
  note(text: string): void;
}

/** What came of it. */
export interface SoakOutcome extends Omit<SoakFindings, "actions"> {
  saves: number;
  /** Of whoever came to the fewest. */
  fewestSaves: number;
  /** Leases that ran out, and opinions that were late. */
  expired: number;
  extra: number;
  hostKills: number;
  serverHalts: number;
  /** Of claims on a connection that stood, in milliseconds; apart, within `warmAfterMs` of a start of the host or the server. */
  claims: Times;
  coldClaims: Times;
  refusals: Record<string, number>;
}

interface Times {
  count: number;
  median: number;
  p99: number;
}

const plan = { overlap: 2, leaseMinutes: 5 };
/** So many times faster the host's clock runs: a lease is over after five seconds. */
const speed = 60;
const hostKillEveryMs = 12_000;
const serverHaltEveryMs = 25_000;
const warmAfterMs = 2_000;
/** So many times as long as asked a run takes at most until its faults have met work. */
const mostTimes = 5;

/** Fast reviewers on one host, which is killed and started again, as its server is; then their events are checked. */
export async function runSoak({ place, clients, seconds, items, note }: SoakOptions): Promise<SoakOutcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-soak-"));
  const cluster = place === "server" ? startCluster(["fsync=on", "max_connections=200"]) : null;
  const location = cluster?.url ?? path.join(folder, "soak.querent");
  try {
    const begun = Date.now();
    const { projectId, tokens } = await prepare(location, folder, { clients, items, at: new Date(begun) });
    const port = await freePort();
    const up = { sinceMs: Number.POSITIVE_INFINITY };
    const host = hostOf([location, String(port), folder, String(begun), String(speed)], up);
    await host.start();
    const over = new AbortController();
    const records = tokens.map((_, at) => newRecord(nameOf(at)));
    const saves = () => records.reduce((sum, { saved }) => sum + saved.size, 0);
    const faults = makeFaults(host, cluster, { seconds, saves, note, up }).finally(() => over.abort());
    const working = tokens.map((token, at) =>
      runClient({
        ...{ record: records[at] as ClientRecord, authority: `127.0.0.1:${port}`, token, projectId },
        ...{ signal: over.signal, random: numbersFrom(at) },
        areWarm: () => performance.now() - up.sinceMs > warmAfterMs,
      }),
    );
    const [made] = await Promise.all([faults, ...working]);
    await host.kill();
    return { ...(await outcomeOf(location, records)), ...made };
  } finally {
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const nameOf = (at: number) => `Reviewer${at}`;

/** Repeatable numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function prepare(
  location: string,
  folder: string,
  { clients, items, at }: { clients: number; items: number; at: Date },
) {
  const workspace = await openWorkspaceAt(location);
  try {
    const file = path.join(folder, "predictions.json");
    const predictions = Array.from({ length: items }, (_, n) => ({
      ...{ question_id: n, db_id: "harbour", question: `Which ships called at berth ${n}?` },
      ...{ predicted_sql: `SELECT * FROM call WHERE berth = ${n}`, gold_sql: "SELECT 1" },
    }));
    writeFileSync(file, JSON.stringify(predictions));
    const by = { account: "operator", at: at.toISOString() };
    const { projectId } = await importPredictions(
      workspace,
      {
        ...{ files: [{ path: file, labels: { as: "left-out" } }], choices: defaultChoices },
        ...{ projectName: "soak", databasesDir: folder, ...by },
      },
      () => undefined,
    );
    await setSlotPlan(workspace, projectId, plan, { actor: "operator", at: by.at });
    const members = createMembersService({
      ...{ workspace, now: () => at, newId: () => crypto.randomUUID(), publish: () => undefined },
    });
    const tokens: string[] = [];
    for (let person = 0; person < clients; person += 1) {
      const invited = { projectId, name: nameOf(person), roles: ["reviewer" as const] };
      tokens.push((await members.invite(invited, { actor: "operator" })).token);
    }
    return { projectId, tokens };
  } finally {
    await workspace.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** When host and server were last started, by the process's clock. */
interface Up {
  sinceMs: number;
}

function hostOf(args: string[], up: Up) {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const started = fork(new URL("./soak-host.ts", import.meta.url), args, {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      child = started;
      const ended = once(started, "exit").then(([code]) => code as number | null);
      const code = await Promise.race([once(started, "message").then(() => "ready"), ended]);
      if (code !== "ready") throw new Error(`the host ended with ${code}`);
      up.sinceMs = performance.now();
    },
    async kill() {
      const killed = child;
      child = null;
      if (killed === null || killed.exitCode !== null) return;
      killed.kill("SIGKILL");
      await once(killed, "exit");
    },
  };
}

/**
 * Ends the host, and its server, again and again. A fault while nobody comes to work would prove nothing: each waits until
 * something was saved since the one before, on a busy machine longer than its time, and so does the end.
 */
async function makeFaults(
  host: ReturnType<typeof hostOf>,
  cluster: Cluster | null,
  { seconds, saves, note, up }: { seconds: number; saves(): number; note(text: string): void; up: Up },
) {
  const made = { hostKills: 0, serverHalts: 0 };
  const begun = Date.now();
  const passedMs = () => Date.now() - begun;
  let [nextKill, nextHalt, savedBefore] = [hostKillEveryMs, serverHaltEveryMs, 0];
  const isProven = () =>
    saves() > savedBefore && made.hostKills > 0 && (cluster === null || made.serverHalts > 0);
  for (;;) {
    await sleep(200);
    const passed = passedMs();
    if (passed > seconds * 1_000 && (isProven() || passed > mostTimes * seconds * 1_000)) return made;
    if (saves() === savedBefore) continue;
    if (passed > nextKill) {
      made.hostKills += 1;
      note(`${Math.round(passed / 1_000)} s: the host is killed and started again`);
      await host.kill();
      await host.start();
      nextKill = passedMs() + hostKillEveryMs;
      savedBefore = saves();
    } else if (cluster !== null && passed > nextHalt) {
      made.serverHalts += 1;
      note(`${Math.round(passed / 1_000)} s: the server is halted and started again`);
      cluster.halt("immediate");
      await sleep(1_000);
      cluster.start();
      up.sinceMs = performance.now();
      nextHalt = passedMs() + serverHaltEveryMs;
      savedBefore = saves();
      note("the server is back");
    }
  }
}

async function outcomeOf(location: string, records: readonly ClientRecord[]) {
  const workspace = await openWorkspaceAt(location);
  try {
    const { actions, ...findings } = await checkSoak(workspace, records, plan.overlap);
    const refusals: Record<string, number> = {};
    for (const record of records)
      for (const [code, times] of record.refusals) refusals[code] = (refusals[code] ?? 0) + times;
    return {
      ...findings,
      fewestSaves: Math.min(...records.map(({ saved }) => saved.size)),
      saves: records.reduce((sum, { saved }) => sum + saved.size, 0),
      ...{ expired: actions.expire ?? 0, extra: actions.extra ?? 0 },
      claims: timesOf(records.flatMap(({ claims }) => claims)),
      coldClaims: timesOf(records.flatMap(({ coldClaims }) => coldClaims)),
      refusals,
    };
  } finally {
    await workspace.close();
  }
}

function timesOf(claims: number[]): Times {
  const sorted = claims.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { count: sorted.length, median: at(0.5), p99: at(0.99) };
}
