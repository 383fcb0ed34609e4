import { expect, test } from "vitest";
import { typedCount, typedLimit } from "../../../renderer/features/projects/assignment/typed-count.ts";

test("a typed number counts within its bounds alone", () => {
  expect(["1", " 20 ", "007"].map((text) => typedCount(text, 1, 20))).toEqual([1, 20, 7]);
  for (const text of ["", "0", "21", "-1", "1.5", "1e1", "abc", "99999999"])
    expect(typedCount(text, 1, 20), text).toBeNull();
});

test("nothing is no limit, and what is no number is said to be wrong", () => {
  expect(typedLimit("  ")).toEqual({ limit: null, error: null });
  expect(typedLimit("5")).toEqual({ limit: 5, error: null });
  const error = "Enter a whole number from 1 to 9,999,999, or leave it empty.";
  for (const text of ["x", "0", "-5", "99999999"]) expect(typedLimit(text)).toEqual({ limit: null, error });
  expect(typedLimit("10", 50).error).toBe("Enter a whole number from 50 to 9,999,999, or leave it empty.");
});
