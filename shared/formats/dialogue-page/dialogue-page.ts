import { graftWords } from "../../dialogue/graft-words.ts";
import type { Dialogue } from "../../domain/dialogue.ts";
import type { SystemComparison } from "../../metrics/dialogues/compare-systems.ts";
import { byConfiguration, type ConfigurationFigures } from "../../metrics/dialogues/configuration-figures.ts";
import { byTask } from "../../metrics/dialogues/estimate.ts";
import { escapeHtml, table } from "../page/markup.ts";
import { pageStyle } from "../page/page-style.ts";
import { ambiguityTable, comparisonTable, configurationTable } from "./figure-tables.ts";
import { transcript } from "./transcript.ts";

/** What a page of dialogues shows. */
export interface DialoguePage {
  /** The name of the file that they stand in. */
  title: string;
  dialogues: readonly Dialogue[];
  configurations: readonly ConfigurationFigures[];
  comparisons: readonly SystemComparison[];
}

/**
 * A run of dialogues as one HTML file that needs nothing else and runs no script: figures, tasks × systems, and every
 * transcript. Given in pieces, so that a long run is never held as one text.
 */
export function* dialoguePage({ title, dialogues, ...figures }: DialoguePage): Generator<string> {
  const ids = new Map(dialogues.map((dialogue, index) => [dialogue, `dialogue-${index + 1}`]));
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Dialogues: ${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${pageStyle}</style></head>
<body><h1>Dialogues: ${escapeHtml(title)}</h1>
<p>Intervals are by resampling tasks. Infrastructure failures are left out of each rate.</p>
<h2>Results</h2>
${configurationTable(figures.configurations)}`;
  const types = ambiguityTable(figures.configurations);
  if (types !== "") yield `<h2>Success by type of ambiguity</h2>\n${types}`;
  if (figures.comparisons.length > 0)
    yield `<h2>Systems compared</h2>\n${comparisonTable(figures.comparisons)}`;
  yield `<h2>Tasks</h2>\n${taskTable(dialogues, ids)}<h2>Transcripts</h2>\n`;
  for (const [dialogue, id] of ids) yield transcript(dialogue, id);
  yield "</body></html>\n";
}

/** A row for each task, a column for each configuration, a link for each trial. */
function taskTable(dialogues: readonly Dialogue[], ids: ReadonlyMap<Dialogue, string>): string {
  const columns = byConfiguration(dialogues).map(({ configuration, dialogues: own }) => {
    const { system, protocol, profile, behaviour, patience } = configuration;
    const graft = graftWords(configuration);
    return {
      heading: `${system} (${protocol}, ${profile} ${behaviour}, patience ${patience}${graft})`,
      tasks: byTask(own),
    };
  });
  const rows = [...byTask(dialogues).keys()].map((instanceId) => [
    escapeHtml(instanceId),
    ...columns.map(({ tasks }) => (tasks.get(instanceId) ?? []).map((one) => trialLink(one, ids)).join(" ")),
  ]);
  return table(["Task", ...columns.map(({ heading }) => heading)], rows);
}

function trialLink(dialogue: Dialogue, ids: ReadonlyMap<Dialogue, string>): string {
  const { end, phase1Passed } = dialogue;
  const isLeftOut = end === "infrastructure" || end === "not-judged";
  const words = isLeftOut ? "left out" : end === "solved" ? "solved" : phase1Passed ? "phase 1" : "failed";
  const tone = isLeftOut ? "dim" : end === "solved" ? "good" : "bad";
  return `<a class="${tone}" href="#${ids.get(dialogue)}">${words}</a>`;
}
