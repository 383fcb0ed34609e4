import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Rectangle,
  readWindowBounds,
  visibleBounds,
  type WindowBounds,
  writeWindowBounds,
} from "../../electron/hosts/desktop/window-bounds.ts";

const primary: Rectangle = { x: 0, y: 25, width: 1920, height: 1055 };
const right: Rectangle = { x: 1920, y: 0, width: 2560, height: 1440 };
const remembered: WindowBounds = { x: 2100, y: 100, width: 1500, height: 900, maximised: false };

describe("the place of a window", () => {
  it("is the remembered one while its screen is there", () => {
    expect(visibleBounds(remembered, [primary, right])).toEqual(remembered);
  });

  it("is the middle of the primary screen when its screen has gone", () => {
    expect(visibleBounds(remembered, [primary])).toEqual({
      x: 210,
      y: 103,
      width: 1500,
      height: 900,
      maximised: false,
    });
  });

  it("keeps a maximised window maximised", () => {
    expect(visibleBounds({ ...remembered, maximised: true }, [primary]).maximised).toBe(true);
  });

  it("always leaves enough of the title bar within some screen to take hold of it", () => {
    const number = fc.integer({ min: -8000, max: 8000 });
    const size = fc.integer({ min: 1, max: 6000 });
    const place = fc.record({ x: number, y: number, width: size, height: size, maximised: fc.boolean() });
    const area = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 640, max: 6000 }),
      height: fc.integer({ min: 480, max: 4000 }),
    });
    fc.assert(
      fc.property(fc.option(place), fc.array(area, { minLength: 1, maxLength: 3 }), (before, areas) => {
        const { x, y, width } = visibleBounds(before, areas);
        const seen = (screen: Rectangle) =>
          Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= Math.min(120, width) &&
          y >= screen.y &&
          y + 32 <= screen.y + screen.height;
        expect(areas.some(seen)).toBe(true);
      }),
    );
  });
});

describe("a remembered place", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-place-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is read as it was written", () => {
    const file = path.join(folder, "deep", "window.json");
    writeWindowBounds(file, remembered);
    expect(readWindowBounds(file)).toEqual(remembered);
  });

  it("is forgotten when its file is missing, torn or nonsense", () => {
    const file = path.join(tmpdir(), `querent-torn-${process.pid}.json`);
    for (const text of ["", '{"x": 1', '{"x": "left"}', "[]"]) {
      writeFileSync(file, text);
      expect(readWindowBounds(file)).toBeNull();
    }
    rmSync(file);
    expect(readWindowBounds(file)).toBeNull();
  });
});
