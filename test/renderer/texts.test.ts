import { describe, expect, test } from "vitest";
import { problemsText } from "../../renderer/results/import/problem-table.tsx";
import { folderOf, inFolder, stemOf } from "../../renderer/ui/paths.ts";
import { sizeText } from "../../renderer/ui/size-text.ts";
import { countText, percentText, spanText, timeAgo } from "../../renderer/ui/time-text.ts";

describe("paths of both kinds of system", () => {
  test.each([
    ["/data/spider/dev.json", "/data/spider", "dev"],
    ["C:\\data\\dev.jsonl", "C:\\data", "dev"],
    ["/dev.json", "/", "dev"],
    ["C:\\dev.json", "C:\\", "dev"],
    ["dev.tar.json", "", "dev.tar"],
    ["/data/.hidden", "/data", ".hidden"],
  ])("%s lies in %s and is called %s", (path, folder, stem) => {
    expect(folderOf(path)).toBe(folder);
    expect(stemOf(path)).toBe(stem);
  });

  test("a file in a folder keeps the folder's style", () => {
    expect(inFolder("/data", "a.csv")).toBe("/data/a.csv");
    expect(inFolder("/", "a.csv")).toBe("/a.csv");
    expect(inFolder("C:\\data", "a.csv")).toBe("C:\\data\\a.csv");
  });
});

describe("times, sizes and counts", () => {
  test.each([
    [0.42, "0.4 ms"],
    [38.4, "38 ms"],
    [1240, "1.24 s"],
    [10_000, "10 s"],
    [90_000, "1 min 30 s"],
  ])("%d ms are %s", (milliseconds, text) => expect(spanText(milliseconds)).toBe(text));

  test("a moment is told by how long ago it was", () => {
    const now = Date.parse("2026-03-01T12:00:00Z");
    expect(timeAgo("2026-03-01T11:59:50Z", now)).toBe("just now");
    expect(timeAgo("2026-03-01T11:57:00Z", now)).toBe("3 min ago");
    expect(timeAgo("2026-03-01T07:00:00Z", now)).toBe("5 h ago");
    expect(timeAgo("2025-12-01T07:00:00Z", now)).toBe("2025-12-01");
    expect(timeAgo("2026-03-01T12:00:09Z", now)).toBe("just now");
  });

  test("sizes and counts carry their unit", () => {
    expect(sizeText(812)).toBe("812 B");
    expect(sizeText(3482)).toBe("3.4 KiB");
    expect(sizeText(200 * 2 ** 20)).toBe("200 MiB");
    expect(countText(1, "row")).toBe("1 row");
    expect(countText(1034, "row")).toBe("1,034 rows");
  });
});

test("copied problems are one line each, with an empty place where there is no row or field", () => {
  const text = problemsText([
    { file: "a.json", row: 3, field: "db_id", reason: "A text is expected.", fix: "Write it in quotes." },
    { file: "a.json", row: null, field: null, reason: "The file ends early.", fix: "Fetch it again." },
  ]);
  expect(text.split("\n").slice(1)).toEqual([
    "a.json\t3\tdb_id\tA text is expected.\tWrite it in quotes.",
    "a.json\t\t\tThe file ends early.\tFetch it again.",
  ]);
});

test.each([
  [37, 53, "70 %"],
  [1, 2, "50 %"],
  [1, 8, "13 %"],
  [999, 1000, "99 %"],
  [1, 1000, "1 %"],
  [0, 7, "0 %"],
  [7, 7, "100 %"],
  [0, 0, "–"],
])(
  "%i of %i is %s: rounded half up, all only where it is all, none only where it is none",
  (part, whole, text) => {
    expect(percentText(part, whole)).toBe(text);
  },
);
