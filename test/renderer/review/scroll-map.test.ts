import fc from "fast-check";
import { expect, test } from "vitest";
import {
  maxScrollHeight,
  physicalHeight,
  positionOf,
  type ScrollExtent,
  type ScrollPosition,
  scrolledTo,
  scrollStart,
} from "../../../renderer/ui/result-grid/scroll-map.ts";

const extents = fc.record({
  contentHeight: fc.integer({ min: 1000, max: 400_000_000 }),
  viewportHeight: fc.integer({ min: 100, max: 1000 }),
});
const lastTop = ({ contentHeight, viewportHeight }: ScrollExtent) => contentHeight - viewportHeight;
const area = (extent: ScrollExtent) => physicalHeight(extent) - extent.viewportHeight;

test("content of any height fits an area that Chromium can lay out, and short content keeps its own height", () => {
  fc.assert(
    fc.property(extents, (extent) => {
      expect(physicalHeight(extent)).toBeLessThanOrEqual(maxScrollHeight);
      if (extent.contentHeight <= maxScrollHeight) expect(physicalHeight(extent)).toBe(extent.contentHeight);
    }),
  );
});

test("the ends of the area show the ends of the content, however one came there", () => {
  fc.assert(
    fc.property(extents, fc.nat(), (extent, from) => {
      const start = positionOf(from % lastTop(extent), extent);
      expect(scrolledTo(start, 0, extent).top).toBe(0);
      expect(scrolledTo(start, area(extent), extent).top).toBe(lastTop(extent));
    }),
  );
});

test("a small step moves tall content by as many pixels, so that no row is jumped over", () => {
  const extent = { contentHeight: 22 * 5_000_000, viewportHeight: 400 };
  let place: ScrollPosition = positionOf(22 * 2_500_000, extent);
  for (let step = 0; step < 50; step++) {
    const next = scrolledTo(place, place.physical + 100, extent);
    expect(next.top - place.top).toBe(100);
    place = next;
  }
});

test("dragging the thumb to a share of the area shows that share of the content", () => {
  fc.assert(
    fc.property(extents, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (extent, share) => {
      const place = scrolledTo(scrollStart, Math.round(area(extent) * share), extent);
      expect(place.top).toBeGreaterThanOrEqual(0);
      expect(place.top).toBeLessThanOrEqual(lastTop(extent));
      if (area(extent) * share > 2 * extent.viewportHeight)
        expect(place.top / lastTop(extent)).toBeCloseTo(place.physical / area(extent), 5);
    }),
  );
});

test("a place that is asked for is shown exactly", () => {
  fc.assert(
    fc.property(extents, fc.nat(), (extent, asked) => {
      // What fits the view has no other place than its beginning.
      const top = asked % Math.max(1, lastTop(extent));
      const place = positionOf(top, extent);
      expect(place.top).toBe(top);
      expect(scrolledTo(place, place.physical, extent).top).toBeCloseTo(top, 0);
    }),
    { examples: [[{ contentHeight: 1000, viewportHeight: 1000 }, 0]] },
  );
});
