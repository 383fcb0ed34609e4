import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { refuseUngranted } from "../electron/contract-paths.ts";
import { createChosenPaths, grantFolders } from "../electron/path-grants.ts";
import { contractInputs } from "./services/contract-inputs.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** A folder of the person's with a file, a hidden one, a folder, and links that lead out of it. */
function home(): (name: string) => string {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  for (const name of ["home/work", "home/.ssh", "outside"]) mkdirSync(at(name), { recursive: true });
  for (const name of ["home/work/a.json", "home/.ssh/key", "outside/b.json"]) writeFileSync(at(name), "[]");
  symlinkSync(at("outside"), at("home/link"));
  symlinkSync(at("home/.ssh/key"), at("home/work/key"));
  return at;
}

describe("where a person begins to choose", () => {
  const named = (folders: string[]) => grantFolders(folders, []);

  it("is a folder that the window may read, which is listed where it names none", async () => {
    const at = home();
    const grants = named([at("home"), at("outside")]);
    expect(await grants.mayRead(grants.begin)).toBe(true);
    await refuseUngranted("files.list", { path: "", extensions: [] }, grants);
    expect(named([path.parse(at("home")).root]).begin).toBe(os.homedir());
  });

  it("is nowhere on the desktop, which has dialogs of its own", async () => {
    const listed = refuseUngranted("files.list", { path: "", extensions: [] }, createChosenPaths());
    await expect(listed).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("is said with the other folders in a sentence", () => {
    const at = home();
    const folders = [at("home"), at("outside"), at("home/work")];
    expect(named(folders).advice).toContain(`${folders[0]}, ${folders[1]} and ${folders[2]}, except hidden`);
  });
});

describe("the paths that a window may name on the desktop", () => {
  it("are none before the person has chosen one in a dialog", async () => {
    const at = home();
    const chosen = createChosenPaths();
    for (const name of ["home/work/a.json", "home", "outside/b.json"])
      expect([await chosen.mayRead(at(name)), chosen.mayWrite(at(name))]).toEqual([false, false]);
  });

  it("are a file that was chosen and the name of its folder, for reading, and no other file there", async () => {
    const at = home();
    const chosen = createChosenPaths();
    writeFileSync(at("home/work/other.json"), "[]");
    chosen.choose(at("home/work/a.json"));
    expect(await chosen.mayRead(at("home/work/../work/a.json"))).toBe(true);
    expect(await chosen.mayRead(at("home/work"))).toBe(true);
    expect(await chosen.mayRead(at("home/work/other.json"))).toBe(false);
    expect(chosen.mayWrite(at("home/work/a.json"))).toBe(false);
  });

  it("are not what a link leads to that is not there yet: a write would make it", async () => {
    const at = home();
    symlinkSync(at("outside/new.json"), at("home/work/new.json"));
    symlinkSync("../../outside/folder", at("home/work/folder"));
    symlinkSync(at("home/work/new.json"), at("home/work/chain.json"));
    symlinkSync(at("home/work/round"), at("home/work/about"));
    symlinkSync(at("home/work/about"), at("home/work/round"));
    symlinkSync(at("home/work/within.json"), at("home/work/inner.json"));
    const chosen = createChosenPaths();
    chosen.choose(at("home/work"), { toWrite: true });
    for (const grants of [chosen, grantFolders([at("home")], [])]) {
      for (const name of ["new.json", "chain.json", "folder/a.json", "new.json/", "about"])
        expect(grants.mayWrite(at(`home/work/${name}`)), name).toBe(false);
      expect(grants.mayWrite(at("home/work/inner.json"))).toBe(true);
    }
  });

  it("are what lies in a folder that was chosen, for writing only where the dialog said so, and nothing that a link leads to", async () => {
    const at = home();
    const chosen = createChosenPaths();
    chosen.choose(at("home"));
    expect(await chosen.mayRead(at("home/work/new/file.sql"))).toBe(true);
    for (const name of ["home/link/b.json", "home/../outside/b.json", "home-two/a.json"])
      expect(await chosen.mayRead(at(name)), name).toBe(false);
    expect(chosen.mayWrite(at("home/work/out.jsonl"))).toBe(false);
    chosen.choose(at("home/work"), { toWrite: true });
    expect(chosen.mayWrite(at("home/work/out.jsonl"))).toBe(true);
    expect(chosen.mayWrite(at("home/out.jsonl"))).toBe(false);
  });
});

describe("the paths that a window may name on the web host", () => {
  it("are what is not hidden in the folders of its start, and nothing that a link leads to", async () => {
    const at = home();
    const grants = grantFolders([at("home")], [at("home/work/w.querent")]);
    for (const name of ["home", "home/work/a.json", "home/work/new.json"])
      expect([await grants.mayRead(at(name)), grants.mayWrite(at(name))], name).toEqual([true, true]);
    for (const name of [
      ...["outside/b.json", "home/link/b.json", "home/.ssh/key", "home/work/key", "home/.bashrc"],
      ...["home/work/w.querent", "home/../outside/b.json", "home-two"],
    ])
      expect([await grants.mayRead(at(name)), grants.mayWrite(at(name))], name).toEqual([false, false]);
  });

  it.skipIf(process.platform === "win32")(
    "are nothing of the system's, whatever folder was named",
    async () => {
      const grants = grantFolders(["/"], []);
      expect(await grants.mayRead(home()("home/work/a.json"))).toBe(true);
      for (const name of ["/etc/passwd", "/dev/null"])
        expect([await grants.mayRead(name), grants.mayWrite(name)], name).toEqual([false, false]);
    },
  );

  it("may lie in a hidden folder that was named itself", async () => {
    const at = home();
    expect(await grantFolders([at("home/.ssh")], []).mayRead(at("home/.ssh/key"))).toBe(true);
  });
});

describe("a call of the contract that names a path", () => {
  const elsewhere = "/somewhere/else";
  const none = createChosenPaths();
  const known = {
    path: elsewhere,
    databasesDir: elsewhere,
    folder: elsewhere,
    "items.databasesDir": elsewhere,
    "tasks.databasesDir": elsewhere,
  };

  it("is refused unless the path was granted", async () => {
    const all = [...contractInputs(known), ...contractInputs({ ...known, files: { tasks: elsewhere } })];
    const named = all.flatMap(({ path: call, inputs }) =>
      inputs.filter((one) => JSON.stringify(one)?.includes(elsewhere)).map((input) => ({ call, input })),
    );
    expect(new Set(named.map(({ call }) => call)).size).toBe(17);
    for (const { call, input } of named)
      await expect(refuseUngranted(call, input, none), `${call} ${JSON.stringify(input)}`).rejects.toThrow(
        "has not been chosen for this window. Choose it with Browse….",
      );
  });

  it("is refused for the certificates and keys of a server's URL", async () => {
    const set = (serverUrl: string) =>
      refuseUngranted("settings.setOfProject", { values: { "tasks.serverUrl": serverUrl } }, none);
    for (const name of ["sslcert", "sslkey", "sslrootcert"])
      await expect(set(`postgresql://me@db/x?ssl=1&${name}=${elsewhere}`)).rejects.toThrow(
        "has not been chosen",
      );
    await expect(set("postgresql://me@db/x?sslmode=require")).resolves.toBeUndefined();
  });

  it("is refused for each file of an import of tasks", async () => {
    const kinds = ["knowledge", "columnMeanings", "schema"].map((kind) => ({ [kind]: [elsewhere] }));
    for (const files of [{ groundTruth: elsewhere }, { exceptions: elsewhere }, ...kinds]) {
      const input = { files: { tasks: "", ...files }, projectName: "p", databasesDir: null };
      await expect(refuseUngranted("tasks.previewImport", input, none)).rejects.toThrow(
        "has not been chosen",
      );
    }
  });

  it("names it by one of the words that are watched", () => {
    const keys = new Set<string>();
    JSON.stringify(contractInputs({}), (key, value) => {
      if (/path|dir|folder|file/i.test(key)) keys.add(key);
      return value;
    });
    // `file` is a word of a finding's location.
    const paths = ["path", "files", "folder", "databasesDir", "items.databasesDir", "tasks.databasesDir"];
    const others = ["file", "fileId", "profile", "tasks.profile"];
    expect([...keys].sort()).toEqual([...paths, ...others].sort());
  });
});
