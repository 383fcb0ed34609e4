import { csvText } from "#shared/formats/csv-text.ts";
import type { PlotSpec } from "./plot-spec.ts";

/** A drawn plot as the text of an SVG file, with nothing in it that needs the window around it. */
export function plotSvg(svg: SVGElement): string {
  const copy = svg.cloneNode(true) as SVGElement;
  const ink = svg.getAttribute("color") ?? "black";
  const background = svg.style.backgroundColor;
  if (background !== "") {
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: background }))
      ground.setAttribute(name, value);
    copy.prepend(ground);
  }
  const text = new XMLSerializer().serializeToString(copy);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replaceAll("currentColor", ink).replaceAll("var(--plot-background)", background || "white")}\n`;
}

/** A drawn plot as a PNG at twice its size, in Base64. */
export async function plotPng(svg: SVGElement): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(plotSvg(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").replace(/^data:image\/png;base64,/, "");
}

/** The figures of a plot as a table for a spreadsheet (RFC 4180), as exact as they are. */
export const plotCsv = ({ form, points, categories, values, interval: name = "95 %" }: PlotSpec): string =>
  csvText([
    ["series", categories, values, `${name} from`, `${name} to`, "n"],
    ...points.map(({ series, category, value, interval, of }) => [
      ...[series, form === "times" ? new Date(category).toISOString() : category, value],
      ...[interval?.from ?? null, interval?.to ?? null, of],
    ]),
  ]);
