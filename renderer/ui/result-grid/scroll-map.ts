/** Chromium lays nothing out beyond about 33 million px; taller content scrolls in an area of this height. */
export const maxScrollHeight = 15_000_000;

/** The height of everything there is to scroll and of the part that is seen, in CSS px. */
export interface ScrollExtent {
  contentHeight: number;
  viewportHeight: number;
}

/** Where a scroll area is scrolled to: `physical` is its scrollTop, `top` the position in the content that it shows. */
export interface ScrollPosition {
  physical: number;
  top: number;
}

export const scrollStart: ScrollPosition = { physical: 0, top: 0 };

/** The height that the scroll area is given, in px. */
export function physicalHeight(extent: ScrollExtent): number {
  return Math.min(extent.contentHeight, maxScrollHeight);
}

/**
 * The position after the area scrolled to `physical`. Where the content is taller than the area, small steps (wheel,
 * arrows) move the content by as much, and long ones (dragging the thumb) by the same share of the whole.
 */
export function scrolledTo(before: ScrollPosition, physical: number, extent: ScrollExtent): ScrollPosition {
  const content = lastTop(extent);
  const area = Math.max(0, physicalHeight(extent) - extent.viewportHeight);
  if (content === area) return { physical, top: clamp(physical, 0, content) };
  if (physical <= 0) return { physical, top: 0 };
  if (physical >= area) return { physical, top: content };
  const step = physical - before.physical;
  const small = Math.abs(step) <= 2 * extent.viewportHeight;
  const top = small ? before.top + step : (physical / area) * content;
  return { physical, top: clamp(top, 0, content) };
}

/** The position that shows `top`, with the thumb where its share of the whole is. */
export function positionOf(top: number, extent: ScrollExtent): ScrollPosition {
  const content = lastTop(extent);
  const area = Math.max(0, physicalHeight(extent) - extent.viewportHeight);
  const shown = clamp(top, 0, content);
  if (content === area) return { physical: shown, top: shown };
  // The very ends of the area mean the very ends of the content and nothing else: the rest can be scrolled from.
  const inner = clamp(Math.round((shown / content) * area), 1, area - 1);
  return { physical: shown === 0 ? 0 : shown === content ? area : inner, top: shown };
}

function lastTop(extent: ScrollExtent): number {
  return Math.max(0, extent.contentHeight - extent.viewportHeight);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
