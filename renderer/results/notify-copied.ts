import { countText } from "../ui/time-text.ts";
import { notify } from "../ui/toasts.tsx";

/** Says how many cells were copied from a grid. */
export function notifyCopied(cells: number): void {
  notify({ title: `Copied ${countText(cells, "cell")}`, kind: "done" });
}
