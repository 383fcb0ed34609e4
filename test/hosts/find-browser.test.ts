import { describe, expect, it } from "vitest";
import { findBrowser } from "../../electron/hosts/web/find-browser.ts";

const found = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...files: string[]) =>
  findBrowser(platform, env, (file) => files.includes(file));

describe("the browser for the app window", () => {
  it("is looked up on the PATH and in the usual folders of Linux", () => {
    expect(found("linux", { PATH: "/opt/bin:relative" }, "/opt/bin/google-chrome")).toBe(
      "/opt/bin/google-chrome",
    );
    expect(found("linux", {}, "/snap/bin/chromium")).toBe("/snap/bin/chromium");
    expect(found("linux", { PATH: "relative" }, "relative/chromium")).toBeNull();
  });

  it("is looked up among the applications of a Mac", () => {
    const edge = "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge";
    expect(found("darwin", {}, edge)).toBe(edge);
  });

  it("is looked up among the programs of Windows, the person's own too", () => {
    const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
    expect(found("win32", { "PROGRAMFILES(X86)": "C:\\Program Files (x86)" }, edge)).toBe(edge);
    const own = "C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe";
    expect(found("win32", { LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" }, own)).toBe(own);
  });

  it("is the one that QUERENT_BROWSER names, when it is there", () => {
    const env = { QUERENT_BROWSER: "/opt/thorium" };
    expect(found("linux", env, "/opt/thorium", "/usr/bin/chromium")).toBe("/opt/thorium");
    expect(found("linux", env, "/usr/bin/chromium")).toBe("/usr/bin/chromium");
  });

  it("is null where there is none", () => {
    expect(found("linux", { PATH: "/bin" })).toBeNull();
  });
});
