import { type Command, command } from "../ui/commands.ts";
import type { ComparisonView } from "./comparison-view.ts";

/** What the commands on two SQL texts and their results do. */
export interface ComparisonHandles {
  onView(change: Partial<ComparisonView>): void;
  goToDifference(step: 1 | -1): void;
  rerun(longer: boolean): void;
  cancel(): void;
  copySql(side: "predicted" | "gold"): void;
}

/** The commands on two results laid side by side. */
export function resultCommands(view: ComparisonView, handles: ComparisonHandles): Command[] {
  const { onView } = handles;
  return [
    command(
      "result.only-differences",
      view.onlyDifferences ? "Show all rows" : "Show only differences",
      ["d"],
      () => onView({ onlyDifferences: !view.onlyDifferences, aligned: true }),
    ),
    command(
      "result.aligned",
      view.aligned ? "Show rows in their own order" : "Align rows side by side",
      ["a"],
      () => onView({ aligned: !view.aligned }),
    ),
    command("result.next-difference", "Next difference", ["."], () => handles.goToDifference(1)),
    command("result.previous-difference", "Previous difference", [","], () => handles.goToDifference(-1)),
    command("result.rerun", "Run both again", ["r"], () => handles.rerun(false)),
    command("result.rerun-longer", "Run both again with a longer limit", ["shift+r"], () =>
      handles.rerun(true),
    ),
    command("result.cancel", "Cancel the running queries", ["mod+."], handles.cancel, { inInputs: true }),
  ];
}

/** The commands on two SQL texts side by side; `title` names the one beside the gold: "predicted". */
export function sqlCommands(
  view: ComparisonView,
  handles: ComparisonHandles,
  title: "predicted" | "submitted",
): Command[] {
  const { onView, copySql } = handles;
  return [
    command("sql.formatted", view.formatted ? "Show SQL as written" : "Format SQL", ["v"], () =>
      onView({ formatted: !view.formatted }),
    ),
    command("sql.wrap", view.wrap ? "Scroll long lines" : "Wrap long lines", ["w"], () =>
      onView({ wrap: !view.wrap }),
    ),
    command(
      "sql.marks",
      view.marks ? "Hide differences in the SQL" : "Mark differences in the SQL",
      ["m"],
      () => onView({ marks: !view.marks }),
    ),
    command(`sql.copy-${title}`, `Copy ${title} SQL`, ["c"], () => copySql("predicted")),
    command("sql.copy-gold", "Copy gold SQL", ["shift+c"], () => copySql("gold")),
  ];
}
