import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type LoopbackHost, serveLoopback } from "../../electron/hosts/web/loopback-host.ts";
import { WebSessions } from "../../electron/hosts/web/web-sessions.ts";
import { createRouter } from "../../electron/router.ts";
import { servicesWith } from "../support/services-with.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-loopback-"));
const rendererDir = path.join(folder, "renderer");
let host: LoopbackHost;
let now = 0;

beforeAll(async () => {
  mkdirSync(path.join(rendererDir, "assets"), { recursive: true });
  writeFileSync(
    path.join(rendererDir, "index.html"),
    '<meta property="csp-nonce" nonce="__QUERENT_NONCE__">',
  );
  writeFileSync(path.join(rendererDir, "assets/main-abc123.js"), "1;");
  writeFileSync(path.join(rendererDir, "icon.svg"), "<svg/>");
  writeFileSync(path.join(folder, "outside.txt"), "secret");
  const router = createRouter({ services: servicesWith({}), log: () => undefined, newErrorId: () => "e" });
  host = await serveLoopback({
    router,
    actor: "ada",
    rendererDir,
    port: 0,
    sessions: new WebSessions(() => now),
  });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

function ask(target: string, options: http.RequestOptions = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(host.origin);
    const request = http.request({ host: "127.0.0.1", port, path: target, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

const launchToken = () => new URL(host.mintLaunchUrl()).hash.replace("#launch=", "");
const post = (target: string, headers: http.OutgoingHttpHeaders, body = "") =>
  ask(target, { method: "POST", headers }, body);
const signIn = async () => (await post("/session", { origin: host.origin }, launchToken())).body;

/** The status with which a socket is refused, or 101. */
function knock(protocols: string[], headers: Record<string, string>, target = "/rpc"): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${host.origin.replace("http", "ws")}${target}`, protocols, { headers });
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("open", () => {
      resolve(101);
      socket.close();
    });
    socket.on("error", () => undefined);
  });
}

describe("a window's sign-in", () => {
  it("lets no window in with an address that is older than a minute", async () => {
    const [inTime, late] = [launchToken(), launchToken()];
    now += 59_000;
    expect((await post("/session", { origin: host.origin }, inTime)).status).toBe(200);
    now += 2_000;
    expect((await post("/session", { origin: host.origin }, late)).status).toBe(410);
  });

  it("spends a launch token for a session, and only once", async () => {
    const token = launchToken();
    const first = await post("/session", { origin: host.origin }, token);
    expect(first.status).toBe(200);
    expect((await ask("/session", { headers: { authorization: `Bearer ${first.body}` } })).status).toBe(204);
    // Not 403, so that the window can say that its address was used.
    expect((await post("/session", { origin: host.origin }, token)).status).toBe(410);
  });

  it("is refused to another origin, which then has not spent the token", async () => {
    const token = launchToken();
    for (const origin of ["https://evil.test", "null", host.origin.replace("127.0.0.1", "localhost")]) {
      expect((await post("/session", { origin }, token)).status).toBe(403);
    }
    expect((await post("/session", {}, token)).status).toBe(403);
    expect((await post("/session", { origin: host.origin }, token)).status).toBe(200);
  });

  it("is refused with a body that is too large", async () => {
    expect((await post("/session", { origin: host.origin }, "x".repeat(100_000))).status).toBe(413);
  });

  it("opens a second window for whoever holds a session, and for nobody else", async () => {
    const secret = await signIn();
    const origin = host.origin;
    const minted = await post("/window", { origin, authorization: `Bearer ${secret}` });
    expect(minted.status).toBe(200);
    const second = await post("/session", { origin }, minted.body);
    expect(second.status).toBe(200);
    expect(second.body).not.toBe(secret);
    expect((await post("/window", { origin, authorization: "Bearer guess" })).status).toBe(403);
    expect((await post("/window", { authorization: `Bearer ${secret}` })).status).toBe(403);
  });
});

describe("every request", () => {
  it("must name this host, so that a name that resolves here does not get in", async () => {
    const { port } = new URL(host.origin);
    for (const name of ["evil.test", `localhost:${port}`, "127.0.0.1"]) {
      expect((await ask("/", { headers: { host: name } })).status).toBe(421);
      expect((await post("/session", { host: name, origin: host.origin }, launchToken())).status).toBe(421);
    }
  });

  it.each([
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/..%2foutside.txt",
    "/assets/..%2f..%2foutside.txt",
    "/%00",
    "/%E0%A4%A",
    "/missing.js",
    "//outside.txt",
  ])("stays within the renderer's files: %s", async (target) => {
    const { status, body } = await ask(target);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain("secret");
  });

  it("may only read", async () => {
    for (const method of ["PUT", "DELETE", "OPTIONS", "POST"]) {
      expect((await ask("/index.html", { method })).status).toBe(405);
    }
  });
});

describe("the files", () => {
  it("come with a strict policy and a new nonce for every document", async () => {
    const [first, second] = [await ask("/"), await ask("/")];
    const policy = first.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe-");
    expect(first.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? "";
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(nonce).toMatch(/^[\w+/=]{20,}$/);
    expect(second.body).not.toContain(nonce);
  });

  it("are kept for ever under a hashed name, and asked for by tag under any other", async () => {
    expect((await ask("/assets/main-abc123.js")).headers["cache-control"]).toContain("immutable");
    const icon = await ask("/icon.svg");
    expect(icon.headers["cache-control"]).toBe("no-cache");
    const again = await ask("/icon.svg", { headers: { "if-none-match": icon.headers.etag } });
    expect(again).toMatchObject({ status: 304, body: "" });
  });
});

describe("a socket", () => {
  it("opens for a window's session alone, from its own origin, at its own address", async () => {
    const secret = await signIn();
    const { origin } = host;
    expect(await knock(["querent", secret], { origin })).toBe(101);
    expect(await knock(["querent", "guess"], { origin })).toBe(403);
    expect(await knock(["querent", launchToken()], { origin })).toBe(403);
    expect(await knock(["querent", secret], { origin: "https://evil.test" })).toBe(403);
    expect(await knock(["querent", secret], {})).toBe(403);
    expect(await knock(["querent", secret], { origin, host: "evil.test" })).toBe(403);
    expect(await knock(["querent", secret], { origin }, "/other")).toBe(403);
  });

  it("is cut when a message is larger than any call can be", async () => {
    const secret = await signIn();
    const socket = new WebSocket(`${host.origin.replace("http", "ws")}/rpc`, ["querent", secret], {
      headers: { origin: host.origin },
    });
    const code = await new Promise((resolve) => {
      socket.on("open", () => socket.send(Buffer.alloc(17 * 1024 * 1024)));
      socket.on("close", resolve);
      socket.on("error", () => undefined);
    });
    expect([1006, 1009]).toContain(code);
  });
});

it("nobody shuts others out by holding connections, and a window that has signed in stays connected", async () => {
  const { port } = new URL(host.origin);
  const window = await signIn();
  const client = new WebSocket(`${host.origin.replace("http", "ws")}/rpc`, ["querent", window], {
    origin: host.origin,
  });
  await once(client, "open");
  const idle = await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      const socket = net.connect(Number(port), "127.0.0.1").resume();
      socket.on("error", () => undefined);
      await once(socket, "connect");
      if (at % 2 === 0)
        socket.write(`POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\n`);
      return socket;
    }),
  );
  // Once the host has heard of them all.
  await expect.poll(() => idle.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(64);
  expect((await ask("/icon.svg")).status).toBe(200);
  expect((await signIn()).length).toBeGreaterThan(20);
  expect(client.readyState).toBe(WebSocket.OPEN);
  client.close();
  for (const socket of idle) socket.destroy();
});

it("nobody holds a connection by sending slowly", async () => {
  const { port } = new URL(host.origin);
  const closed = (sent: string) =>
    new Promise<void>((resolve) => {
      const socket = net.connect(Number(port), "127.0.0.1", () => socket.write(sent));
      socket.on("error", () => undefined);
      socket.resume().on("close", () => resolve());
    });
  const started = performance.now();
  await Promise.all([
    closed("GET / HTTP/1.1\r\nHost: x\r\nX-Slow"),
    closed(
      `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${host.origin}\r\nContent-Length: 100\r\n\r\nx`,
    ),
  ]);
  expect(performance.now() - started).toBeLessThan(9_000);
}, 12_000);
