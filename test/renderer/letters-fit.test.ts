import { expect, it } from "vitest";
import { lettersFit } from "../../renderer/ui/letters-fit.ts";

it("letters fit the better the more of a name they are", () => {
  const names = ["Settings", "Go to Settings", "Resettle", "Set all that there is", "Sleet tracing"];
  const fits = names.map((name) => lettersFit("setti", name));
  expect(fits).toEqual([5, 4, 0, 2, 1]);
});

it.each([
  ["gosett", "Go to Settings"],
  ["theme dark", "Theme: dark"],
  ["go to tasks", "Go to Tasks"],
])("%s finds %s", (typed, name) => expect(lettersFit(typed, name)).toBeGreaterThan(1));

it("letters in another order, or others, do not fit", () => {
  expect(lettersFit("dark theme", "Theme: dark")).toBe(0);
  expect(lettersFit("xyz", "Go to Settings")).toBe(0);
});
