import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTransfers, type TransferOptions } from "../electron/transfers.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const small = { fileBytes: 100, personBytes: 250, hostBytes: 400, personFiles: 4 };

function transfers(options: Partial<TransferOptions> = {}) {
  const opened = openTransfers({ root: temporaryFolder(), limits: small, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("a file on its way to a team host", () => {
  it("lies in a private folder, for the person alone who sent it", async () => {
    const host = transfers();
    const id = await host.receive("ann", "a.json", pieces("[1", "]"));
    expect(host.hold("bert", id)).toBeNull();
    const file = host.hold("ann", id);
    expect(file).toMatchObject({ name: "a.json", bytes: 3 });
    expect(readFileSync(file?.path ?? "", "utf8")).toBe("[1]");
    if (process.platform !== "win32")
      expect([host.folder, path.dirname(file?.path ?? ""), file?.path ?? ""].map(modeOf)).toEqual([
        ...[0o700, 0o700, 0o600],
      ]);
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\a\\b.json", "b.json"],
    ["..", "file-"],
    ["", "file-"],
    [".bashrc", "bashrc"],
    ["nul.json", "file-nul.json"],
    ["a\u0000\n;$(x).json", "a_(x).json"],
    [`${"x".repeat(500)}_kb.jsonl`, `${"x".repeat(111)}_kb.jsonl`],
  ])("has in its name %j only a label", async (sent, label) => {
    const host = transfers();
    const file = host.hold("ann", await host.receive("ann", sent, pieces("1")));
    expect(file?.name).toBe(label);
    expect(path.relative(host.folder, file?.path ?? "").split(path.sep)).toHaveLength(2);
  });

  it("is refused where it is too large, and nothing of it stays", async () => {
    const host = transfers();
    await expect(host.receive("ann", "a", pieces("x".repeat(60), "x".repeat(60)))).rejects.toMatchObject({
      reason: "too-large",
    });
    expect(readdirSync(host.folder)).toEqual([]);
  });

  it("is removed where its sender is cut off", async () => {
    const host = transfers();
    const cut = async function* () {
      yield Buffer.from("half");
      throw new Error("gone");
    };
    await expect(host.receive("ann", "a", cut())).rejects.toThrow("gone");
    expect(readdirSync(host.folder)).toEqual([]);
  });

  it("takes the place of older ones of the same person that nobody uses, and never of those in use or of others", async () => {
    const host = transfers();
    const hundred = () => pieces("x".repeat(100));
    const bert = await host.receive("bert", "b", hundred());
    const [first, second] = [
      await host.receive("ann", "1", hundred()),
      await host.receive("ann", "2", hundred()),
    ];
    host.hold("ann", first);
    const third = await host.receive("ann", "3", hundred());
    expect(host.hold("ann", second)).toBeNull();
    host.hold("ann", third);
    await expect(host.receive("ann", "4", hundred())).rejects.toMatchObject({ reason: "too-much" });
    expect(host.hold("bert", bert)).not.toBeNull();
    // What all have together has a bound, too.
    await expect(host.receive("carl", "c", pieces("x".repeat(60), "x".repeat(60)))).rejects.toThrow();
    await host.receive("carl", "c", pieces("x".repeat(90)));
    await expect(host.receive("dora", "d", pieces("x".repeat(50)))).rejects.toMatchObject({
      reason: "too-much",
    });
  });

  it("may be one of many, up to a number", async () => {
    const host = transfers();
    const held = [];
    for (let at = 0; at < 4; at += 1) held.push(await host.receive("ann", `${at}`, pieces("1")));
    for (const id of held) host.hold("ann", id);
    await expect(host.receive("ann", "5", pieces("1"))).rejects.toMatchObject({ reason: "too-much" });
  });

  it("is gone once it was used up, and stays where it was only looked into", async () => {
    const host = transfers();
    const id = await host.receive("ann", "a", pieces("1"));
    const file = host.hold("ann", id);
    await host.release(id, false);
    expect(existsSync(file?.path ?? "")).toBe(true);
    host.hold("ann", id);
    await host.release(id, true);
    expect(existsSync(file?.path ?? "")).toBe(false);
    expect(host.hold("ann", id)).toBeNull();
  });

  it("is gone an hour after somebody last came for it, unless it is in use", async () => {
    let ms = Date.UTC(2026, 1, 1);
    const host = transfers({ now: () => new Date(ms), sweepMs: 10 });
    const left = await host.receive("ann", "left", pieces("1"));
    const used = host.hold("ann", await host.receive("ann", "used", pieces("1")));
    ms += 3_600_001;
    await expect.poll(() => readdirSync(host.folder).length, { timeout: 30_000 }).toBe(1);
    expect(existsSync(used?.path ?? "")).toBe(true);
    expect(host.hold("ann", left)).toBeNull();
  });

  it("is removed when the host ends and, where that was killed, when another starts", async () => {
    const root = temporaryFolder();
    // No process has this number.
    mkdirSync(path.join(root, "transfers-99999999-abc"));
    writeFileSync(path.join(root, "other"), "");
    const host = transfers({ root });
    await host.receive("ann", "a", pieces("1"));
    expect(readdirSync(root)).toHaveLength(2);
    host.close();
    expect(readdirSync(root)).toEqual(["other"]);
  });
});

describe("a file that a team host has ready", () => {
  it("is one person's to fetch, and is not there where writing it failed", async () => {
    const host = transfers();
    const id = await host.offer("ann", "verdicts.csv", async (file) => writeFileSync(file, "a,b"));
    expect(host.hold("bert", id)).toBeNull();
    expect(host.take("bert", id)).toBeNull();
    expect(host.take("ann", id)).toMatchObject({ name: "verdicts.csv", bytes: 3 });
    expect(host.take("ann", id)).toBeNull();
    const failing = host.offer("ann", "x", async () => {
      throw new Error("disk full");
    });
    await expect(failing).rejects.toThrow("disk full");
    expect(readdirSync(host.folder)).toHaveLength(1);
  });
});
