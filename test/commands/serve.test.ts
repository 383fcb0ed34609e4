import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { startTeamHost } from "../../electron/hosts/web/start-team-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { testPaths } from "../support/program-paths.ts";
import { runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const serve = (workspace: string, ...options: string[]) =>
  runQuerent("serve", "--workspace", workspace, ...options);

it.each([
  ["to all addresses", ["--listen", "0.0.0.0:0"], /Without HTTPS anybody on the network can read/],
  ["to all addresses of IPv6", ["--listen", "[::]:0"], /Without HTTPS/],
  ["to one of the network", ["--listen", "192.0.2.1:0"], /Without HTTPS/],
  ["to a name that begins as this machine's", ["--listen", "localhost.example.org:0"], /Without HTTPS/],
  ["to one that begins so in digits", ["--listen", "127.0.0.1.example.org:0"], /Without HTTPS/],
  [
    "with an address for people, but no certificate",
    ["--listen", "0.0.0.0:0", "--public-url", "https://querent.example.org"],
    /Without HTTPS/,
  ],
  ["without an address for people", ["--listen", "0.0.0.0:0", "--without-tls"], /Name --public-url/],
  ["with a certificate and no key", ["--tls-cert", "cert.pem"], /belong together/],
  [
    "with a key that is not there",
    ["--tls-cert", "no.pem", "--tls-key", "no.pem"],
    /There is no file no\.pem/,
  ],
  ["with an address that is none", ["--public-url", "querent"], /--public-url is an address/],
  ["to a port that is none", ["--listen", "127.0.0.1:99999"], /--listen is an address and a port/],
  ["with all workers for one person", ["--workers", "3", "--workers-each", "3"], /nobody has all of them/],
])("a host refuses to listen %s", async (_, options, message) => {
  const { workspace } = await testWorkspace([prediction(0)]);
  const { code, notes, out } = await serve(workspace.path, ...options);
  expect([code, out]).toEqual([2, ""]);
  expect(notes).toMatch(message);
});

it("a host says that it cannot listen where another program does, on no address of this machine, and with files that are no certificate", async () => {
  const { workspace, folder } = await testWorkspace([prediction(0)]);
  const other = net.createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as net.AddressInfo;
  const text = path.join(folder, "text.pem");
  writeFileSync(text, "no certificate");
  const open = ["--without-tls", "--public-url", "https://querent.example.org"];
  for (const [options, message] of [
    [["--listen", `127.0.0.1:${port}`], /Another program listens there\. Choose another port/],
    [["--listen", "192.0.2.1:0", ...open], /no such network address/],
    [["--tls-cert", text, "--tls-key", text], /--tls-cert and --tls-key cannot be used together/],
  ] as const) {
    const { code, notes, out } = await serve(workspace.path, "--listen", "127.0.0.1:0", ...options);
    expect([code, out]).toEqual([2, ""]);
    expect(notes).toMatch(message);
  }
});

/** A certificate of 127.0.0.1 with its key, as files. */
function certificate(): { cert: string; key: string } {
  const folder = temporaryFolder();
  const [cert, key] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
    ],
    { stdio: "ignore" },
  );
  return { cert, key };
}

const noOpenssl = spawnSync("openssl", ["version"]).status === 0 ? "" : " (skipped: openssl is not here)";

it.skipIf(noOpenssl !== "")(
  `a host with certificate and key answers over TLS from 1.2 on, and nothing in the clear${noOpenssl}`,
  async () => {
    const { workspace, folder } = await testWorkspace([prediction(0)]);
    const { path: workspacePath } = workspace;
    const files = certificate();
    const served = await startTeamHost(
      {
        ...{ workspacePath, listenOn: "127.0.0.1", port: 0, tls: files, publicUrl: null },
        ...{ trustedProxies: [], allow: true, note: () => undefined },
      },
      { version: "test", startProcess: forkProcess, paths: testPaths, rendererDir: folder },
    );
    onTestFinished(() => served.close());
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = readFileSync(files.cert);
    const status = new Promise((resolve, reject) => {
      https
        .get(`${served.url}/session`, { ca }, (response) => resolve(response.resume().statusCode))
        .on("error", reject);
    });
    expect(await status).toBe(401);
    await expect(fetch(served.url.replace("https", "http"))).rejects.toThrow();
    const port = Number(new URL(served.url).port);
    const old = new Promise((resolve) => {
      tls
        .connect({ host: "127.0.0.1", port, ca, minVersion: "TLSv1", maxVersion: "TLSv1.1" })
        .once("secureConnect", () => resolve("connected"))
        .once("error", () => resolve("refused"));
    });
    expect(await old).toBe("refused");
  },
);
