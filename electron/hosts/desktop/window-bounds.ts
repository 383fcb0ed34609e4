import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Where a window is, in screen points, and whether it fills its screen. */
export const WindowBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximised: z.boolean(),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const usual = { width: 1440, height: 900 };
/** So much of the title bar must be seen for a window to be taken hold of. */
const graspable = { width: 120, height: 32 };

/**
 * The bounds for a window: the remembered ones where its title bar can still be reached on one of the screens' work areas
 * (the first is the primary one's), else the middle of the primary screen. Never larger than the screen.
 */
export function visibleBounds(
  remembered: WindowBounds | null,
  workAreas: readonly Rectangle[],
): WindowBounds {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...usual };
  const restored =
    remembered && workAreas.map((area) => ({ area, ...shrunk(remembered, area) })).find(reachable);
  if (restored) return { ...remembered, width: restored.width, height: restored.height };
  const { width, height } = shrunk({ x: 0, y: 0, ...(remembered ?? usual) }, primary);
  return {
    x: Math.round(primary.x + (primary.width - width) / 2),
    y: Math.round(primary.y + (primary.height - height) / 2),
    width,
    height,
    maximised: remembered?.maximised ?? false,
  };
}

function shrunk({ x, y, width, height }: Rectangle, area: Rectangle): Rectangle {
  return { x, y, width: Math.min(width, area.width), height: Math.min(height, area.height) };
}

function reachable({ area, ...window }: Rectangle & { area: Rectangle }): boolean {
  return titleBarReachable(window, area);
}

function titleBarReachable(window: Rectangle, area: Rectangle): boolean {
  const seen = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return (
    seen >= Math.min(graspable.width, window.width) &&
    window.y >= area.y &&
    window.y + graspable.height <= area.y + area.height
  );
}

/** The remembered bounds; null when there is none or the file cannot be read as one. */
export function readWindowBounds(file: string): WindowBounds | null {
  try {
    return WindowBounds.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Remembers the bounds. What cannot be written is not worth a message: the next start uses the usual one. */
export function writeWindowBounds(file: string, bounds: WindowBounds): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(bounds));
    renameSync(`${file}.new`, file);
  } catch (error) {
    console.error(`the window's position could not be remembered in ${file}: ${error}`);
  }
}
