import { expect, test } from "vitest";
import { type MenuEntry, shownEntries } from "../../renderer/ui/menu.tsx";

const entry = (title: string, run: (() => void) | null = () => undefined): MenuEntry => ({ title, run });
const none = (title: string) => entry(title, null);
const titles = (entries: readonly MenuEntry[]) =>
  shownEntries(entries).map((one) => (one === "line" ? "–" : "heading" in one ? one.heading : one.title));

test("a menu has no entry for what a person may not do, and no hairline that parts nothing", () => {
  expect(titles([entry("a"), "line", none("b"), "line", none("c")])).toEqual(["a"]);
  expect(titles([none("a"), "line", entry("b"), "line", none("c"), "line", entry("d")])).toEqual([
    "b",
    "–",
    "d",
  ]);
  expect(titles([{ heading: "A" }, entry("a"), "line", entry("b")])).toEqual(["A", "a", "–", "b"]);
});
