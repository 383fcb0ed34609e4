import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Theme = "light" | "dark";

const css = readFileSync(new URL("../../renderer/styles.css", import.meta.url), "utf8");

const tokens = new Map(
  [...css.matchAll(/^\s*--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);$/gm)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(front: string, back: string, theme: Theme): number {
  const [a, b] = [front, back].map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`styles.css has no token --${name} with a light and a dark value.`);
    return luminance(token[theme]);
  });
  const [lighter = 0, darker = 0] = [a ?? 0, b ?? 0].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ["canvas", "panel", "raised", "sunken", "hover", "selected"];
const tones = ["added", "removed", "changed", "warning", "error"];
const fills = tones.map((tone) => `${tone}-fill`);
const syntax = ["keyword", "function", "string", "number", "comment"].map((kind) => `syntax-${kind}`);

const tags = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `tag-${hue}`);

const text: [front: string, back: string][] = [
  ...["ink", "muted", "faint", "accent", ...tones, ...syntax].flatMap((front) =>
    surfaces.map((back): [string, string] => [front, back]),
  ),
  ...tones.map((tone): [string, string] => [tone, `${tone}-fill`]),
  ...["ink", ...syntax].flatMap((front) => fills.map((back): [string, string] => [front, back])),
  ...["ink", ...syntax].flatMap((front) => tags.map((tag): [string, string] => [front, `${tag}-fill`])),
  ...tags.map((tag): [string, string] => [`on-${tag}`, tag]),
  ["ink", "marker"],
  ["on-accent", "accent-fill"],
  ["on-accent", "accent-fill-hover"],
  ["on-accent", "error-solid"],
];

const controls: [front: string, back: string][] = [
  ...["line-control", "focus"].flatMap((front) => surfaces.map((back): [string, string] => [front, back])),
  ...tags.map((tag): [string, string] => [tag, "canvas"]),
];

describe.each<Theme>(["light", "dark"])("in the %s theme", (theme) => {
  test("every pair of tokens that carries text has a contrast of at least 4.5 (WCAG 1.4.3)", () => {
    const weak = text.filter(([front, back]) => contrast(front, back, theme) < 4.5);
    expect(
      weak.map(([front, back]) => `${front} on ${back}: ${contrast(front, back, theme).toFixed(2)}`),
    ).toEqual([]);
  });

  test("borders of controls, focus rings and the lines of tags have a contrast of at least 3 to what they stand on (WCAG 1.4.11)", () => {
    const weak = controls.filter(([front, back]) => contrast(front, back, theme) < 3);
    expect(
      weak.map(([front, back]) => `${front} on ${back}: ${contrast(front, back, theme).toFixed(2)}`),
    ).toEqual([]);
  });
});

test.each<Theme>(["light", "dark"])("no two tags are equally light in the %s theme", (theme) => {
  const lights = tags.map((tag) => luminance(tokens.get(tag)?.[theme] ?? "")).sort((a, b) => a - b);
  const steps = lights.slice(1).map((light, at) => (light + 0.05) / ((lights[at] ?? 0) + 0.05));
  expect(lights).toHaveLength(8);
  expect(Math.min(...steps)).toBeGreaterThan(1.02);
});

test("the contrast of black on white is 21, as WCAG says", () => {
  tokens.set("black", { light: "#000000", dark: "#000000" });
  tokens.set("white", { light: "#ffffff", dark: "#ffffff" });
  expect(contrast("black", "white", "light")).toBeCloseTo(21, 5);
});

test("every colour that Tailwind's classes name is a token with a light and a dark value", () => {
  const named = [...css.matchAll(/--color-[\w-]+: var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !tokens.has(name))).toEqual([]);
});
