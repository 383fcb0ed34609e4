import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const tops = /^(?:build|docs|electron|renderer|shared|tasks|test)\//;
const rooms = readdirSync(path.join(root, "electron"), { withFileTypes: true });
const roomNames = new Set(rooms.filter((entry) => entry.isDirectory()).map(({ name }) => name));

/** The files and folders of the source that a document names in code marks, "{a,b}" as both; those of electron/ also by their room. */
function pathsIn(document: string): string[] {
  const marked = readFileSync(path.join(root, document), "utf8").matchAll(/`([^`\n]+)`/g);
  const named = Array.from(marked, ([, text = ""]) => text).filter(
    (text) => /\//.test(text) && !/[<>*\s]|-N\./.test(text) && (tops.test(text) || isInRoom(text)),
  );
  return [...new Set(named.flatMap(expanded))];
}

const isInRoom = (text: string) => roomNames.has(text.split("/")[0] ?? "");

/** Whether a file or folder is there; its ending may be left out. */
function isThere(named: string): boolean {
  const file = isInRoom(named) && !tops.test(named) ? `electron/${named}` : named;
  return ["", ".ts", ".tsx"].some((ending) => existsSync(path.join(root, file + ending)));
}

function expanded(text: string): string[] {
  const [whole, choices = ""] = /\{([^}]*)\}/.exec(text) ?? [];
  return whole === undefined ? [text] : choices.split(",").map((one) => text.replace(whole, one));
}

/** All but the changelog: what it says of a version that is past stays as it was. */
const documents = ["", "docs"].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md")
    .map((file) => path.posix.join(folder, file)),
);

describe("the documents", () => {
  it.each(documents)("%s names only what is there", (document) => {
    expect(pathsIn(document).filter((file) => !isThere(file))).toEqual([]);
  });

  it("say where some forty things are changed", () => {
    expect(pathsIn("CONTRIBUTING.md").length).toBeGreaterThan(40);
  });
});
