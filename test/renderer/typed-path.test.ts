import { describe, expect, test } from "vitest";
import { confirmed, entered } from "../../renderer/ui/typed-path.ts";

const listed = {
  extensions: ["json", "jsonl"],
  listed: "/home/ada",
  entries: [
    { path: "/home/ada/data", kind: "folder" as const },
    { path: "/home/ada/dev.json", kind: "file" as const },
  ],
};

describe("where a file is to be chosen", () => {
  const asked = { ...listed, choose: "file" as const };

  test("a listed file is chosen and a listed folder gone into", () => {
    expect(entered("/home/ada/dev.json", asked)).toEqual({ choose: "/home/ada/dev.json" });
    expect(entered(" /home/ada/data ", asked)).toEqual({ open: "/home/ada/data" });
    expect(entered("/home/ada", asked)).toEqual({ open: "/home/ada" });
  });

  test("a path from elsewhere is a file when its ending is asked for, else a folder", () => {
    expect(entered("/data/DEV.JSONL", asked)).toEqual({ choose: "/data/DEV.JSONL" });
    expect(entered("/data/spider", asked)).toEqual({ open: "/data/spider" });
    expect(entered("/data/any.bin", { ...asked, extensions: [] })).toEqual({ choose: "/data/any.bin" });
  });

  test("the button does what Enter does", () =>
    expect(confirmed("/home/ada/data", asked)).toEqual({ open: "/home/ada/data" }));
});

describe("where a folder is to be chosen", () => {
  const asked = { ...listed, choose: "folder" as const };

  test("Enter first goes into another folder and then chooses the one it is in", () => {
    expect(entered("/home/ada/data", asked)).toEqual({ open: "/home/ada/data" });
    expect(entered("/home/ada", asked)).toEqual({ choose: "/home/ada" });
  });

  test("the button chooses at once", () =>
    expect(confirmed("/home/ada/data", asked)).toEqual({ choose: "/home/ada/data" }));
});

test("an empty path leads nowhere", () => {
  expect(entered("  ", { ...listed, choose: "file" })).toBeNull();
  expect(confirmed("", { ...listed, choose: "folder" })).toBeNull();
});
