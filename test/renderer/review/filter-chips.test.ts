import { expect, test } from "vitest";
import type { QueueFilter } from "#shared/contract/queue.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { filterChips } from "../../../renderer/features/review/queue/filter-chips.ts";
import { changedFilter, isFiltered } from "../../../renderer/ui/filters.ts";

const full: QueueFilter = {
  text: "berth",
  dbId: "harbour",
  system: "Tern",
  label: "unlabelled",
  diagnosis: "GoldX",
  ex: { kind: "multiset", equal: false },
  difference: "limit-tie",
  status: "timeout",
};

test("every condition but the text search is a chip that names what it asks for", () => {
  expect(filterChips(full, roseForm).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "database: harbour",
    "system: Tern",
    "label: unlabelled",
    "diagnosis: gold wrong",
    "EX multisets: differs",
    "difference: tie cut by LIMIT",
    "run: timeout",
  ]);
});

test("taking a chip away takes its condition and leaves all others", () => {
  for (const { key, without } of filterChips(full, roseForm)) {
    const { [key]: _, ...others } = full;
    expect(without).toEqual(others);
  }
});

test("an empty text is no condition", () => {
  expect(changedFilter({ text: "berth" }, { text: "" })).toEqual({});
  expect(isFiltered(changedFilter(full, { text: "", dbId: undefined }))).toBe(true);
  expect(isFiltered({})).toBe(false);
});
