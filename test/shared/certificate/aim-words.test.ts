import { describe, expect, it } from "vitest";
import { linkedAim, withAim } from "#shared/certificate/aimed-rows/aim-words.ts";

describe("what aimed rows aim at, in words", () => {
  it("names every table that gets a row, and the value where it is", () => {
    const value = { table: "measurement", column: "value", value: "900" };
    expect(linkedAim(["river", "station", "visit", "measurement"], 1, value)).toBe(
      "new rows of river, station, visit and measurement (measurement.value = 900)",
    );
    expect(linkedAim(["port", "ship"], 3, null)).toBe("new rows of port and 3 of ship");
    expect(linkedAim(["port", "ship"], 1, { ...value, table: "port", column: "name", value: null })).toBe(
      "new rows of port and ship (port.name missing)",
    );
  });

  it("ends a sentence, whether rows come or go", () => {
    expect(withAim("a row of berth with depth = 5")).toBe("with a row of berth with depth = 5");
    expect(withAim("without the row 3 of berth")).toBe("without the row 3 of berth");
  });
});
