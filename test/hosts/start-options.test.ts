import { describe, expect, it } from "vitest";
import { dataFolder, parseStartOptions, UsageError } from "../../electron/hosts/start-options.ts";

const around = { cwd: "/work", env: {}, platform: "linux" as const, home: "/home/ada" };
const parse = (...args: string[]) => parseStartOptions(args, around);

describe("the options of a start", () => {
  it("are a window on the person's own workspace when nothing is said", () => {
    expect(parse()).toEqual({
      project: null,
      team: null,
      workspace: "/home/ada/.local/share/querent/workspace.querent",
      folders: ["/", "/work", "/home/ada"],
      host: null,
      port: 0,
      window: true,
    });
  });

  it("take a predictions file as a project and a *.querent file as the workspace", () => {
    expect(parse("--project", "runs/gpt.json").project).toBe("/work/runs/gpt.json");
    for (const team of [["--project", "team.querent"], ["team.querent"]])
      expect(parse(...team)).toMatchObject({ project: null, workspace: "/work/team.querent" });
  });

  it("take an https:// address as a team's workspace, and plain http where it is this machine or is told to", () => {
    const join = "https://querent.example.org/#join=abc";
    expect(parse(join)).toMatchObject({ project: null, team: new URL(join) });
    expect(parse("http://127.0.0.1:7350").team?.origin).toBe("http://127.0.0.1:7350");
    expect(parse("http://10.0.0.5:7350", "--without-tls").team?.origin).toBe("http://10.0.0.5:7350");
  });

  it("name the only folders that the window of the web host may use; else it may use any", () => {
    expect(parse("--folder", "runs", "--folder", "/data").folders).toEqual(["/work/runs", "/data"]);
    expect(parse().folders).toEqual(["/", "/work", "/home/ada"]);
  });

  it.each([
    ["an unknown option", ["--projekt", "x"], /projekt/],
    ["a port that is none", ["--port", "many"], /--port is a number/],
    ["an empty port", ["--port", ""], /--port is a number/],
    ["a port out of range", ["--port", "70000"], /--port is a number/],
    ["an unknown host", ["--host", "cloud"], /'web' or 'desktop'/],
    ["two workspaces", ["--project", "a.querent", "--workspace", "b.querent"], /Omit --workspace/],
    ["plain http beyond this machine", ["http://10.0.0.5:7350"], /everybody on the way.*--without-tls/],
    ["plain http to a name that only looks like this machine", ["http://127.0.0.1.example.org"], /everybody/],
    [
      "an address with a password",
      ["https://ann:secret@querent.example.org"],
      /Leave the name and password out/,
    ],
    ["an address that is none", ["https://"], /has an address as https/],
    ["a folder beside an address", ["https://a.example", "--folder", "b"], /Omit it/],
    ["two files", ["a.json", "b.json"], /one file/],
    ["two files, one of them named", ["a.json", "--project", "b.json"], /one file/],
  ])("refuse %s in words that help", (_what, args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });

  it("keep the work where each system keeps an application's data", () => {
    expect(dataFolder({ ...around, env: { XDG_DATA_HOME: "/data" } })).toBe("/data/querent");
    expect(dataFolder({ ...around, env: { XDG_DATA_HOME: "relative" } })).toBe(
      "/home/ada/.local/share/querent",
    );
    expect(dataFolder({ ...around, platform: "darwin" })).toBe(
      "/home/ada/Library/Application Support/Querent",
    );
    expect(dataFolder({ ...around, platform: "win32", env: { APPDATA: "/roaming" } })).toBe(
      "/roaming/Querent",
    );
  });
});
