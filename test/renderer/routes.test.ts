import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route } from "../../renderer/app/routes.ts";

const id = fc.option(fc.integer({ min: 1, max: 2 ** 31 }));

test("every route survives the address, an item only within a project", () => {
  const route = fc.record({
    screen: fc.constantFrom("review" as const, "data" as const, "settings" as const),
    projectId: id,
    itemId: id,
  });
  fc.assert(
    fc.property(route, (there: Route) => {
      const expected = there.projectId === null ? { ...there, itemId: null } : there;
      expect(parseRoute(formatRoute(there))).toEqual(expected);
    }),
  );
});

test.each([
  "",
  "#",
  "#/",
  "#t=secret",
  "#/12",
  "#/0/review",
  "#/-1/review",
  "#/12/nowhere",
  "#/12/review/x",
  "#/12/review/1/2",
  "#/99999999999999999999/review",
])("an address that names no place is refused: %s", (hash) => expect(parseRoute(hash)).toBeNull());
