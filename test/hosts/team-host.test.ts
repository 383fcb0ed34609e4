import { once } from "node:events";
import { readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { createORPCClient } from "@orpc/client";
import { StandardRPCLink } from "@orpc/client/standard";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket as NodeSocket } from "ws";
import { assemble } from "../../electron/compose.ts";
import { serveTeam, type TeamHostOptions } from "../../electron/hosts/web/team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createChangesService } from "../../electron/services/changes.ts";
import { createMembersService, signEverybodyOut } from "../../electron/services/members.ts";
import { copyWorkspace } from "../../electron/store/copy-workspace.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { openTransfers } from "../../electron/transfers.ts";
import { clientOver } from "../../renderer/host/client-over.ts";
import type { Client } from "../../renderer/host/connection.ts";
import { ReconnectingSocket } from "../../renderer/host/reconnecting-socket.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";
import type { ProjectRole } from "../../shared/domain/member.ts";
import { hostContract } from "../../shared/domain/team-address.ts";
import { transferLimits } from "../../shared/domain/transfer.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testPaths } from "../support/program-paths.ts";
import {
  importInto,
  prediction,
  type TestWorkspace,
  testWorkspace,
  writeDatabase,
} from "../support/test-workspace.ts";

const operator = { actor: "operator" };
const yes = { ...emptyJudgement, label: "yes" };

/** A host over a real back end with one project, and a clock that a test turns. */
async function host(
  own: Partial<Pick<TeamHostOptions, "publicUrl" | "trustedProxies" | "listenOn">> = {},
  restored: TestWorkspace | null = null,
) {
  const { workspace, folder, projectId, itemIds } =
    restored ?? (await testWorkspace([prediction(0), prediction(1)]));
  if (restored === null) writeDatabase(folder);
  let ahead = 0;
  const logged: string[] = [];
  const now = () => new Date(Date.now() + ahead);
  const transfers = openTransfers({ root: folder, now });
  const changes = createChangesService({ workspace });
  const backEnd = assemble(
    {
      ...{ workspacePath: workspace.path, version: "test", startProcess: forkProcess, paths: testPaths },
      ...{ cacheDir: folder, secrets: null, transfers },
      log: (message, error) => void logged.push(`${message} ${String(error)}`),
    },
    { workspace, changes, now },
  );
  const served = await serveTeam({
    ...{ router: backEnd.router, workspace, changes, transfers, rendererDir: folder },
    ...{ port: 0, listenOn: "127.0.0.1", tls: null, ...own },
    ...{ publicUrl: own.publicUrl ?? null, trustedProxies: own.trustedProxies ?? ["127.0.0.1"], now },
  });
  onTestFinished(async () => {
    await served.close();
    await backEnd.close();
    changes.close();
    transfers.close();
  });
  const { origin, authority } = served.address;
  const listened = `127.0.0.1:${served.port}`;
  const { members } = backEnd.services;

  function ask(
    method: string,
    headers: http.OutgoingHttpHeaders = {},
    body = "",
    path = "/session",
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.request(`http://${listened}${path}`, { method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        response.on("error", reject).on("end", () => {
          const [cookie = ""] = response.headers["set-cookie"] ?? [];
          resolve({ status: response.statusCode ?? 0, cookie, text, headers: response.headers });
        });
      });
      request.on("error", reject);
      request.end(body);
    });
  }
  const post = (token: string, headers: http.OutgoingHttpHeaders = {}) =>
    ask("POST", { origin, ...headers }, token);
  const invite = (name: string, ...roles: ProjectRole[]) =>
    members.invite({ projectId, name, roles }, operator);

  /** A browser that is signed in: its cookie, and a client over its socket. */
  async function browserOf(token: string) {
    const { cookie, status } = await post(token);
    expect(status).toBe(204);
    const headers = { origin, host: authority, cookie: cookie.split(";")[0] ?? "" };
    let latest: NodeSocket | undefined;
    const connection = new ReconnectingSocket({
      open() {
        latest = new NodeSocket(`ws://${authority}/rpc`, ["querent"], { headers });
        latest.on("error", () => undefined);
        return latest as unknown as WebSocket;
      },
      status: async () => ((await ask("GET", headers)).status === 204 ? "known" : "signed-out"),
      pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    });
    await connection.settled();
    return {
      client: clientOver(connection),
      connection,
      cookie,
      headers,
      socket: () => latest as NodeSocket,
    };
  }
  const turn = (ms: number) => {
    ahead += ms;
  };
  return {
    ...{ ask, post, invite, browserOf, turn, members, projectId, itemIds, folder, workspace, origin },
    ...{ transfers, listened, logged },
  };
}

/** How long, in milliseconds, after an answer a browser's socket has closed and its stream has ended, on the host's own clock. */
async function cutBehind(
  { client, socket }: { client: Client; socket(): NodeSocket },
  change: () => Promise<unknown>,
): Promise<number> {
  const events = await client.changes.watch();
  const cut = Promise.all([
    once(socket(), "close"),
    Array.fromAsync(events).catch((error: unknown) => error),
  ]).then(() => performance.now());
  await change();
  const answeredAt = performance.now();
  return (await cut) - answeredAt;
}

interface Answer {
  status: number;
  cookie: string;
  text: string;
  headers: http.IncomingHttpHeaders;
}

describe("a link for signing in", () => {
  it("works once, on a POST of this host's own page, for a cookie that no script reads", async () => {
    const { invite, post, ask } = await host();
    const { token } = await invite("Ann", "reviewer");
    expect((await ask("GET")).status).toBe(401);
    expect((await post(token, { origin: "https://elsewhere.example" })).status).toBe(403);
    const { status, cookie } = await post(token);
    expect(status).toBe(204);
    expect(cookie).toMatch(
      /^__Host-querent=[\w-]{43}; Path=\/; Max-Age=1209600; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(await ask("GET", { cookie: cookie.split(";")[0] })).toMatchObject({ status: 204 });
    expect((await post(token)).status).toBe(410);
  });

  it("is refused when it is replaced, too old, or of nobody; who tries many is not heard for a minute", async () => {
    const { invite, post, members, projectId, turn } = await host();
    const first = await invite("Ann", "reviewer");
    const second = await members.newLink({ projectId, account: first.account }, operator);
    expect((await post(first.token)).status).toBe(410);
    turn(8 * 24 * 3_600_000);
    expect((await post(second.token)).status).toBe(410);
    const third = await members.newLink({ projectId, account: first.account }, operator);
    for (let at = 0; at < 10; at += 1)
      expect((await post("x".repeat(43), { "x-forwarded-for": "10.0.0.7" })).status).toBe(403);
    expect((await post(third.token, { "x-forwarded-for": "10.0.0.7" })).status).toBe(429);
    expect((await post(third.token, { "x-forwarded-for": "10.0.0.8" })).status).toBe(204);
  });

  it("works where the host's clock is put back, which signs nobody out and shuts nobody out for longer than a minute", async () => {
    const { invite, post, ask, turn, members, projectId } = await host();
    const ann = await invite("Ann", "reviewer");
    const { cookie } = await post(ann.token);
    const { token } = await invite("Bert", "reviewer");
    for (let at = 0; at < 10; at += 1) await post("x".repeat(43));
    turn(-2 * 3_600_000);
    expect((await ask("GET", { cookie: cookie.split(";")[0] })).status).toBe(204);
    expect((await post(token)).status).toBe(204);
    expect((await post(token)).status).toBe(410);
    await members.endSessions({ projectId, account: ann.account }, operator);
    expect((await ask("GET", { cookie: cookie.split(";")[0] })).status).toBe(401);
    const { token: revoked } = await members.newLink({ projectId, account: ann.account }, operator);
    await members.newLink({ projectId, account: ann.account }, operator);
    expect((await post(revoked)).status).toBe(410);
  });

  it("tells a program that would open this host what it is, and nothing else", async () => {
    const { ask } = await host();
    const { status, text, headers } = await ask("GET", {}, "", "/host");
    expect([status, JSON.parse(text)]).toEqual([200, { program: "querent", contract: hostContract }]);
    expect(headers["content-type"]).toBe("application/json");
  });

  it("is spent by nothing that only looks, and by nothing from elsewhere", async () => {
    const { invite, post, ask, origin } = await host();
    const { token } = await invite("Ann", "reviewer");
    const looks = ["/", `/?join=${token}`, `/session?join=${token}`, `/join/${token}`, `/session/${token}`];
    for (const path of looks)
      for (const method of ["GET", "HEAD", "OPTIONS", "PUT"])
        await ask(
          method,
          { origin, "sec-purpose": "prefetch", cookie: `__Host-querent=${token}` },
          token,
          path,
        ).catch(() => undefined);
    for (const from of [
      "null",
      "https://elsewhere.example",
      `${origin}.example`,
      origin.replace("http", "https"),
    ])
      expect((await post(token, { origin: from })).status, from).toBe(403);
    expect((await ask("POST", {}, token)).status).toBe(403);
    expect((await post(token)).status).toBe(204);
  });

  it("leaves its secret in no answer, header or log", async () => {
    const { invite, post, ask, logged, workspace, browserOf } = await host();
    const { token } = await invite("Ann", "reviewer");
    const forged = `${token}x`;
    const answers = [
      await post(token, { origin: "https://elsewhere.example" }),
      await post(forged),
      await post(token),
      await post(token),
      await post(token.repeat(10)),
      await ask("GET", {}, "", `/?join=${token}`),
      await ask("GET", {}, "", `/${token}`),
    ];
    for (const { cookie: _, ...answer } of answers) {
      expect(JSON.stringify(answer)).not.toContain(token);
      expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    }
    const { client } = await browserOf((await invite("Lea", "lead")).token);
    await client.members.list({ projectId: -1 }).catch(() => undefined);
    expect(logged.join()).not.toContain(token);
    const audit = await workspace.read((db) => db.all(plainSql("SELECT * FROM audit_event")));
    expect(JSON.stringify(audit)).not.toContain(token);
  });

  it("is stored as a digest alone", async () => {
    const { invite, post, workspace } = await host();
    const { token } = await invite("Ann", "reviewer");
    const { cookie } = await post(token);
    const secret = /=([\w-]{43});/.exec(cookie)?.[1] ?? "";
    const stored = await workspace.read((db) =>
      Array.fromAsync(["sign_in_link", "member_session", "audit_event"], (table) =>
        db.all(plainSql(`SELECT * FROM ${table}`)),
      ),
    );
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });
});

describe("a backup of a host", () => {
  it("is made while people work, and brings back all that was acknowledged before it, with who may do what", async () => {
    const running = await host();
    const { workspace, invite, browserOf, projectId, itemIds, folder } = running;
    const { client, headers } = await browserOf((await invite("Ann", "reviewer")).token);
    const unused = await invite("Bert", "reviewer");
    const [itemId = 0] = itemIds;
    const save = (of: typeof client, baseRevision: number) =>
      of.verdicts.save({ itemId, baseRevision, saveId: crypto.randomUUID(), judgement: yes });
    let saved = 0;
    let isBackedUp = false;
    for (; saved < 20; saved += 1) await save(client, saved);
    const working = (async () => {
      for (; !isBackedUp; saved += 1) await save(client, saved);
    })();
    const before = saved;
    const copy = path.join(folder, "restored.querent");
    await copyWorkspace(workspace.location, copy);
    isBackedUp = true;
    await working;

    const back = openWorkspace(copy);
    onTestFinished(async () => void (await back.close()));
    const restored = await host({}, { ...running, workspace: back });
    const { cookie } = headers;
    expect((await restored.ask("GET", { cookie })).status).toBe(204);
    const history = await back.read((db) => db.all(plainSql("SELECT * FROM verdict_event")));
    expect(history.length).toBeGreaterThanOrEqual(before);
    expect(history.length).toBeLessThanOrEqual(saved);
    const { client: bert } = await restored.browserOf(unused.token);
    await save(bert, 0);
    expect(await bert.verdicts.reviewers({ projectId })).toEqual([
      { reviewer: "Ann", labelled: 1 },
      { reviewer: "Bert", labelled: 1 },
    ]);
    // Who was signed out since is in again: all are signed out where that is asked for.
    const late = await restored.invite("Carl", "reviewer");
    await signEverybodyOut({ workspace: back, now: () => new Date() }, "operator");
    expect((await restored.ask("GET", { cookie })).status).toBe(401);
    expect((await restored.post(late.token)).status).toBe(410);
    const [newest] = await restored.members.audit({ projectId }, operator);
    expect(newest).toMatchObject({ action: "end-sessions" });
  });
});

describe("a host that people reach by another address", () => {
  const publicUrl = new URL("https://querent.example.org");
  const named = { host: "querent.example.org", origin: publicUrl.origin };

  it("answers for that address alone, and lets in from its pages alone", async () => {
    const { invite, ask, listened } = await host({ publicUrl });
    const { token } = await invite("Ann", "reviewer");
    const asked = (headers: http.OutgoingHttpHeaders) => ask("POST", headers, token);
    expect((await asked({ origin: named.origin })).status).toBe(421);
    for (const name of [
      listened,
      "querent.example.org:7350",
      "evil.example",
      "querent.example.org.evil.example",
    ])
      expect((await asked({ ...named, host: name })).status, name).toBe(421);
    for (const from of [
      `http://${listened}`,
      "http://querent.example.org",
      "https://querent.example.org:7350",
    ])
      expect((await asked({ ...named, origin: from })).status, from).toBe(403);
    expect((await asked({ ...named, "x-forwarded-host": "evil.example" })).status).toBe(204);
  });

  it("opens sockets for its own pages alone", async () => {
    const { invite, ask, listened } = await host({ publicUrl });
    const { cookie } = await ask("POST", named, (await invite("Ann", "reviewer")).token);
    const opens = (headers: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const all = { ...named, cookie: cookie.split(";")[0] ?? "", ...headers };
        const socket = new NodeSocket(`ws://${listened}/rpc`, ["querent"], { headers: all });
        socket.on("error", () => resolve(false));
        socket.on("open", () => {
          resolve(true);
          socket.terminate();
        });
      });
    expect(await opens({})).toBe(true);
    expect(await opens({ origin: "https://elsewhere.example" })).toBe(false);
    expect(await opens({ origin: `http://${listened}` })).toBe(false);
    expect(await opens({ host: listened })).toBe(false);
    expect(await opens({ cookie: "" })).toBe(false);
    expect(await opens({ cookie: "__Host-querent=forged" })).toBe(false);
  });
});

describe("where a request says that it comes from", () => {
  const tries = async (own: Parameters<typeof host>[0], forwarded: (at: number) => string) => {
    const { post } = await host(own);
    const wrong = "x".repeat(43);
    for (let at = 0; at < 10; at += 1) await post(wrong, { "x-forwarded-for": forwarded(at) });
    return (await post(wrong, { "x-forwarded-for": forwarded(10) })).status;
  };

  it("counts from a trusted proxy alone, and of several addresses the one that it wrote itself", async () => {
    expect(await tries({ trustedProxies: [] }, (at) => `10.0.0.${at}`)).toBe(429);
    expect(await tries({ trustedProxies: ["10.9.9.9"] }, (at) => `10.0.0.${at}`)).toBe(429);
    expect(await tries({}, (at) => `10.0.0.${at}, 10.0.0.7`)).toBe(429);
    expect(await tries({}, (at) => `10.0.0.7, 10.0.0.${at}`)).toBe(403);
  });

  it("is the proxy's own where it is no address", async () => {
    expect(await tries({}, (at) => `<script>${at}</script>`)).toBe(429);
  });
});

describe("a member", () => {
  it("is who signed in, whatever their client says of who they are", async () => {
    const { invite, browserOf, itemIds, projectId, members } = await host();
    const bert = await invite("Bert", "lead");
    const { connection } = await browserOf((await invite("Ann", "reviewer")).token);
    // What a forged client sends is not looked at before it is sent.
    const client: Client = createORPCClient(new StandardRPCLink(connection, { url: "http://querent" }));
    const [itemId = 0] = itemIds;
    const long = "1999-01-01T00:00:00.000Z";
    const forged = {
      actor: "Bert",
      account: bert.account,
      reviewer: "Bert",
      isMember: false,
      at: long,
      now: long,
    };
    const save = { itemId, baseRevision: 0, saveId: crypto.randomUUID(), judgement: yes };
    await client.verdicts.save({ ...save, ...forged } as typeof save);
    expect(await client.verdicts.reviewers({ projectId })).toEqual([{ reviewer: "Ann", labelled: 1 }]);
    // The host's clock counts, whatever a client's says.
    expect(JSON.stringify(await client.verdicts.history({ itemId }))).not.toContain("1999");
    const listing = { projectId, ...forged } as { projectId: number };
    await expect(client.members.list(listing)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await members.list({ projectId }, operator)).map(({ name }) => name)).toEqual(["Ann", "Bert"]);
    const comment = { subject: { itemId }, topic: null, text: "mine", ...forged };
    await client.comments.start(comment as never);
    const [thread] = await client.comments.of({ itemId });
    expect(JSON.stringify(thread)).toContain('"Ann"');
    expect(JSON.stringify(thread)).not.toContain('"Bert"');
  });

  it("judges under the name of the invitation and sees nothing of the host's machine", async () => {
    const { invite, browserOf, itemIds, projectId, folder } = await host();
    const { client } = await browserOf((await invite("Ann", "reviewer")).token);
    const [itemId = 0] = itemIds;
    expect(await client.session.open()).toMatchObject({ actor: "Ann", workspacePath: "workspace.querent" });
    expect(JSON.stringify(await client.projects.list())).not.toContain(folder);
    const saveId = crypto.randomUUID();
    await client.verdicts.save({ itemId, baseRevision: 0, saveId, judgement: yes });
    expect(await client.verdicts.reviewers({ projectId })).toEqual([{ reviewer: "Ann", labelled: 1 }]);
    await expect(client.files.list({ path: folder, extensions: [] })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(client.members.list({ projectId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(client.settings.setOfPerson({ "reviewer.name": "Bert" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("has nothing to do with other projects", async () => {
    const { invite, browserOf, workspace, folder, projectId } = await host();
    const others = await importInto(workspace, folder, [prediction(7)], null, "other");
    const { client } = await browserOf((await invite("Ann", "lead", "reviewer")).token);
    expect((await client.projects.list()).map(({ id }) => id)).toEqual([projectId]);
    await expect(client.queue.ids({ projectId: others, filter: {} })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const [itemId = 0] = await workspace.read((db) =>
      db.values(plainSql<{ id: number }>("SELECT id FROM item WHERE project_id = ?", others)),
    );
    await expect(client.queue.item({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("loses socket and streams within a second of the end of their session, or of a role", async () => {
    const { invite, browserOf, projectId } = await host();
    const ann = await invite("Ann", "reviewer");
    const browser = await browserOf(ann.token);
    const { client, connection } = browser;
    const lea = await browserOf((await invite("Lea", "lead")).token);
    const member = { projectId, account: ann.account };
    expect(
      await cutBehind(browser, () => lea.client.members.setRoles({ ...member, roles: ["annotator"] })),
    ).toBeLessThan(1_000);
    // The window connects again, and has the new role.
    await expect(client.queue.counts({ projectId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await cutBehind(browser, () => lea.client.members.endSessions(member))).toBeLessThan(1_000);
    await expect.poll(() => connection.state.get()).toBe("signed-out");
    // Whoever ended it stays.
    expect(await lea.client.members.list({ projectId })).toHaveLength(2);
  });

  it("loses them as soon where they sign out in another window, another process ends it, or the session runs out", async () => {
    const { invite, browserOf, ask, origin, projectId, workspace, turn, members } = await host();
    const ann = await invite("Ann", "reviewer");
    const first = await browserOf(ann.token);
    const { cookie } = first.headers;
    expect(await cutBehind(first, () => ask("DELETE", { cookie, origin }))).toBeLessThan(1_000);
    const again = async () =>
      browserOf((await members.newLink({ projectId, account: ann.account }, operator)).token);
    const other = openWorkspace(workspace.path);
    onTestFinished(async () => void (await other.close()));
    const command = createMembersService({
      ...{ workspace: other, now: () => new Date(), newId: () => "", publish: () => undefined },
    });
    const ending = { projectId, account: ann.account };
    expect(await cutBehind(await again(), () => command.endSessions(ending, operator))).toBeLessThan(1_000);
    const last = await again();
    expect(await cutBehind(last, async () => turn(15 * 24 * 3_600_000))).toBeLessThan(1_000);
    await expect.poll(() => last.connection.state.get()).toBe("signed-out");
  });

  it("whose role is taken away in the middle of work saves nothing more, and what was saved stays", async () => {
    const { invite, browserOf, members, projectId, itemIds, workspace } = await host();
    const ann = await invite("Ann", "reviewer");
    const { client } = await browserOf(ann.token);
    const [first = 0, second = 0] = itemIds;
    const save = (itemId: number) =>
      client.verdicts.save({ itemId, baseRevision: 0, saveId: crypto.randomUUID(), judgement: yes });
    await save(first);
    await client.verdicts.saveDraft({ ...yes, itemId: second, baseRevision: 0 });
    await members.setRoles({ projectId, account: ann.account, roles: [] }, operator);
    // At once: it is asked at each call.
    await expect(save(second)).rejects.toThrow("You are not signed in.");
    await expect(client.verdicts.saveDraft({ ...yes, itemId: second, baseRevision: 0 })).rejects.toThrow();
    const saved = await workspace.read((db) =>
      db.values(plainSql<{ id: number }>("SELECT item_id FROM verdict_event")),
    );
    expect(saved).toEqual([first]);
  });

  it("signs out", async () => {
    const { invite, browserOf, ask, origin } = await host();
    const { headers } = await browserOf((await invite("Ann", "reviewer")).token);
    expect((await ask("DELETE", { cookie: headers.cookie })).status).toBe(403);
    expect((await ask("DELETE", { cookie: headers.cookie, origin })).status).toBe(204);
    expect((await ask("GET", { cookie: headers.cookie })).status).toBe(401);
  });
});

/** A host with a lead and a reviewer who have signed in, and how each sends a file and fetches one. */
async function team() {
  const world = await host();
  const { ask, browserOf, invite, origin } = world;
  const lea = await browserOf((await invite("Lea", "lead")).token);
  const ann = await browserOf((await invite("Ann", "reviewer")).token);
  type Browser = typeof lea;
  const send = (who: Browser, name: string, body: string, headers: http.OutgoingHttpHeaders = {}) =>
    ask("POST", { ...who.headers, origin, ...headers }, body, `/uploads?name=${encodeURIComponent(name)}`);
  const fetched = (who: Browser, token: string) => {
    const { host, cookie } = who.headers;
    return ask("GET", { host, cookie }, "", `/downloads/${token}`);
  };
  return { ...world, lea, ann, send, fetched };
}

const predictionsFile = (...indexes: number[]) => JSON.stringify(indexes.map((index) => prediction(index)));
const labelled = { as: "left-out" } as const;

describe("a file that a person's browser sends", () => {
  const importing = async (
    { client }: Awaited<ReturnType<typeof team>>["lea"],
    source: Parameters<typeof client.projects.import>[0],
  ) => Array.fromAsync(await client.projects.import(source));
  const imported = (upload: string) => ({
    files: [{ path: `upload:${upload}`, labels: labelled }],
    ...{ projectName: "review", databasesDir: "/etc", choices: defaultChoices },
  });

  it("is imported by its id, under its name and on the project's own databases, and is gone afterwards", async () => {
    const { lea, send, transfers, projectId, folder } = await team();
    const upload = await send(lea, "more.json", predictionsFile(5, 6));
    expect(upload.status).toBe(200);
    const preview = await lea.client.projects.preview(imported(upload.text));
    expect(preview).toMatchObject({
      files: [{ fileName: "more.json", items: 2 }],
      databases: [{ dbId: "harbour", items: 2, found: true }],
    });
    const events = await Array.fromAsync(await lea.client.projects.import(imported(upload.text)));
    expect(events.at(-1)).toMatchObject({ type: "done", project: { id: projectId, itemCount: 4 } });
    expect(JSON.stringify([preview, events])).not.toContain(folder);
    expect(readdirSync(transfers.folder)).toEqual([]);
    const again = importing(lea, imported(upload.text));
    await expect(again).rejects.toMatchObject({
      code: "BAD_INPUT",
      data: { problems: [{ field: "upload" }] },
    });
  });

  it("is gone, too, when the import fails", async () => {
    const { lea, send, transfers, folder } = await team();
    const upload = (await send(lea, "broken.json", "[{")).text;
    const failed = importing(lea, imported(upload));
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "BAD_INPUT", data: { problems: [{ file: "broken.json" }] } });
    expect(JSON.stringify([(error as Error).message, error])).not.toContain(folder);
    await expect.poll(() => readdirSync(transfers.folder)).toEqual([]);
  });

  it("is taken from whoever imports or brings work back and is signed in, from the host's own page", async () => {
    const { lea, ann, send, ask, origin, transfers, browserOf, invite } = await team();
    const tess = await browserOf((await invite("Tess", "annotator")).token);
    expect((await send(tess, "a.json", "[]")).status).toBe(403);
    expect((await send(ann, "a.json", "[]", { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await send(lea, "a.json", "[]", { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await send(lea, "a.json", "[]", { cookie: "__Host-querent=forged" })).status).toBe(401);
    expect((await ask("POST", { origin }, "[]", "/uploads?name=a")).status).toBe(401);
    expect((await ask("GET", { cookie: lea.headers.cookie }, "", "/uploads?name=a")).status).toBe(405);
    expect(readdirSync(transfers.folder)).toEqual([]);
  });

  it("is nobody else's, and no path stands for one", async () => {
    const { lea, send, invite, browserOf, folder } = await team();
    const second = await browserOf((await invite("Lou", "lead")).token);
    const upload = (await send(lea, "more.json", predictionsFile(5))).text;
    for (const path of [
      `upload:${upload}`,
      `${folder}/predictions.json`,
      "upload:",
      "upload:../x",
      "/etc/passwd",
    ])
      await expect(
        second.client.projects.preview({ ...imported(""), files: [{ path, labels: labelled }] }),
      ).rejects.toMatchObject({ code: "BAD_INPUT", data: { problems: [{ field: "upload" }] } });
  });

  it("makes no project, and reaches none that is not the sender's own", async () => {
    const { lea, send, workspace, folder } = await team();
    await importInto(workspace, folder, [prediction(7)], null, "other");
    const upload = (await send(lea, "more.json", predictionsFile(5))).text;
    for (const projectName of ["new", "other"])
      for (const call of ["preview", "import"] as const)
        await expect(
          lea.client.projects[call]({ ...imported(upload), projectName }),
          `${call} ${projectName}`,
        ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused where it is said to be, or is, larger than may be", async () => {
    const { lea, send, transfers } = await team();
    const tooLong = transferLimits.fileBytes + 1;
    expect(
      (await send(lea, "a", "x", { "content-length": tooLong }).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    expect(readdirSync(transfers.folder)).toEqual([]);
  });

  it("may take its time, and is cut with its sender's session", async () => {
    const { lea, ask: _, origin, members, projectId, transfers } = await team();
    const { account } = (await members.list({ projectId }, operator)).find(({ name }) => name === "Lea") ?? {
      account: "",
    };
    const sending = http.request(`${origin}/uploads?name=slow.json`, {
      method: "POST",
      headers: { ...lea.headers, origin, "content-length": 1000 },
    });
    const cut = new Promise<void>((resolve) => {
      sending.on("error", () => resolve()).on("close", () => resolve());
    });
    sending.write("[");
    await expect.poll(() => readdirSync(transfers.folder).length).toBe(1);
    await members.endSessions({ projectId, account }, operator);
    const endedAt = performance.now();
    await cut;
    expect(performance.now() - endedAt).toBeLessThan(1_000);
    await expect.poll(() => readdirSync(transfers.folder)).toEqual([]);
  });
});

describe("a file that waits for a person's browser", () => {
  const what = { format: "csv", reviewer: null, sourceId: null } as const;

  it("is fetched once, as an attachment of that name, by that person alone", async () => {
    const { lea, ann, fetched, ask, projectId, transfers, folder } = await team();
    const download = await lea.client.exports.toDownload({ ...what, projectId });
    expect(download.fileName).toBe("review.csv");
    expect(JSON.stringify(download)).not.toContain(folder);
    expect((await fetched(ann, download.token)).status).toBe(410);
    expect((await ask("GET", {}, "", `/downloads/${download.token}`)).status).toBe(401);
    const file = await fetched(lea, download.token);
    expect(file).toMatchObject({
      status: 200,
      headers: {
        "content-disposition": "attachment; filename*=UTF-8''review.csv",
        "content-type": "application/octet-stream",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      },
    });
    const { text } = await lea.client.exports.toText({ ...what, projectId });
    expect(file.text).toBe(text);
    expect((await fetched(lea, download.token)).status).toBe(410);
    await expect.poll(() => readdirSync(transfers.folder)).toEqual([]);
  });

  it("is made for leads alone", async () => {
    const { ann, projectId } = await team();
    await expect(ann.client.exports.toDownload({ ...what, projectId })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(
      ann.client.tasks.exportToDownload({ projectId, format: "bird-interact" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a lead", () => {
  it("makes no link that would let them in where they lead nothing", async () => {
    const { invite, browserOf, workspace, folder, projectId, members } = await host();
    const other = await importInto(workspace, folder, [prediction(7)], null, "other");
    const { client } = await browserOf((await invite("Lea", "lead")).token);
    const bert = await members.invite({ projectId: other, name: "Bert", roles: ["lead"] }, operator);
    const refused = { code: "BAD_INPUT", data: { problems: [{ field: "name" }] } };
    const inviting = { projectId, name: "Bert", roles: ["reviewer" as const] };
    await expect(client.members.invite(inviting)).rejects.toMatchObject(refused);
    expect(await client.members.list({ projectId })).toHaveLength(1);
    // Whoever runs the host lets him in here, too: she takes his roles here, and makes no link for him.
    await members.invite(inviting, operator);
    const member = { projectId, account: bert.account };
    await expect(client.members.newLink(member)).rejects.toMatchObject(refused);
    await client.members.setRoles({ ...member, roles: ["annotator"] });
    // Who leads both has him to let in.
    await members.invite({ projectId: other, name: "Lou", roles: ["lead"] }, operator);
    const lou = await browserOf((await invite("Lou", "lead")).token);
    expect((await lou.client.members.newLink(member)).account).toBe(bert.account);
  });

  it("lets people in and out, sees who did what, and stays while nobody else leads", async () => {
    const { invite, browserOf, projectId } = await host();
    const lead = await invite("Lea", "lead");
    const { client } = await browserOf(lead.token);
    const ann = await client.members.invite({ projectId, name: "Ann", roles: ["reviewer"] });
    await browserOf(ann.token);
    expect(await client.members.list({ projectId })).toMatchObject([
      { name: "Ann", roles: ["reviewer"], link: { state: "spent" }, sessions: 1 },
      { name: "Lea", roles: ["lead"], sessions: 1 },
    ]);
    await expect(
      client.members.setRoles({ projectId, account: lead.account, roles: ["reviewer"] }),
    ).rejects.toMatchObject({ code: "BAD_INPUT" });
    await client.members.setRoles({ projectId, account: ann.account, roles: [] });
    const log = (await client.members.audit({ projectId })).map(({ actor, action, member }) => [
      actor,
      action,
      member,
    ]);
    expect(log).toContainEqual(["Lea", "remove", "Ann"]);
    expect(log).toContainEqual(["Lea", "sign-in", "Lea"]);
    await expect(client.projects.delete({ projectId, name: "review" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
