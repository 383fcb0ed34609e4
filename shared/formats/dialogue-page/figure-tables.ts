import { graftWords } from "../../dialogue/graft-words.ts";
import type { SystemComparison } from "../../metrics/dialogues/compare-systems.ts";
import type {
  ConfigurationFigures,
  DialogueConfiguration,
} from "../../metrics/dialogues/configuration-figures.ts";
import type { Estimate } from "../../metrics/dialogues/estimate.ts";
import { escapeHtml, table } from "../page/markup.ts";

/** The table of configurations with their figures. */
export function configurationTable(configurations: readonly ConfigurationFigures[]): string {
  const headings = [
    "System",
    "Rules",
    "Dialogues",
    "Phase 1",
    "Phase 2",
    "Solved",
    "Reward",
    "Pass^k",
    "Turns",
  ];
  const rows = configurations.map((one) => [
    `${escapeHtml(one.system)}<small>with ${escapeHtml(one.simulator)}</small>`,
    rulesOf(one),
    `${one.dialogues}<small>${one.tasks} tasks${leftOut(one)}</small>`,
    ...[one.phase1, one.phase2, one.solved].map((estimate) => estimated(estimate, 100, " %")),
    estimated(one.reward, 1, ""),
    one.trials.map(({ k, passHat }) => `${k}: ${(passHat * 100).toFixed(1)} %`).join("<br>"),
    one.turns === null ? "–" : one.turns.toFixed(1),
  ]);
  return table(headings, rows);
}

/** Success by type of ambiguity, a column for each configuration; nothing where the tasks are not at hand. */
export function ambiguityTable(configurations: readonly ConfigurationFigures[]): string {
  const types = [
    ...new Set(configurations.flatMap(({ ambiguityTypes }) => ambiguityTypes.map(({ type }) => type))),
  ];
  if (types.length === 0) return "";
  const headings = configurations.map(
    ({ system, protocol, patience, ...rules }) =>
      `${system} (${protocol}, patience ${patience}${graftWords(rules)})`,
  );
  const rows = types.map((type) => [
    escapeHtml(type),
    ...configurations.map(({ ambiguityTypes }) => {
      const figure = ambiguityTypes.find((one) => one.type === type);
      return figure === undefined ? "" : estimated(figure.solved, 100, " %");
    }),
  ]);
  return table(["Ambiguity", ...headings], rows);
}

/** The table of systems in pairs. */
export function comparisonTable(comparisons: readonly SystemComparison[]): string {
  const headings = ["Systems", "Rules", "Tasks", "Difference", "Would count from", "p (McNemar)", "Better"];
  const points = (share: number) => `${(share * 100).toFixed(1)} points`;
  const rows = comparisons.map((one) => [
    `${escapeHtml(one.systems[0])} − ${escapeHtml(one.systems[1])}<small>with ${escapeHtml(one.simulator)}</small>`,
    rulesOf(one),
    `${one.tasks}<small>${one.onlyFirst} only the first solves, ${one.onlySecond} only the second</small>`,
    points(one.difference) +
      (one.interval ? `<small>${points(one.interval.from)} to ${points(one.interval.to)}</small>` : ""),
    one.smallest === null ? "no difference could" : points(one.smallest),
    one.pValue.toFixed(4),
    one.better === null ? '<span class="dim">cannot be said</span>' : escapeHtml(one.systems[one.better]),
  ]);
  return table(headings, rows);
}

function rulesOf(rules: Omit<DialogueConfiguration, "system">): string {
  const { protocol, profile, behaviour, patience } = rules;
  const graft = escapeHtml(graftWords(rules));
  return `${protocol}-Interact, ${profile} ${behaviour}<small>patience ${patience}${graft}</small>`;
}

function leftOut({ infrastructure, notJudged }: ConfigurationFigures): string {
  const parts = [
    infrastructure > 0 ? `, ${infrastructure} infrastructure failures` : "",
    notJudged > 0 ? `, ${notJudged} not judged` : "",
  ];
  return parts.join("");
}

function estimated({ value, interval, lower, upper, of }: Estimate, scale: number, unit: string): string {
  const written = (part: number) => `${(part * scale).toFixed(1)}${unit}`;
  if (value === null) return '<span class="dim">–</span>';
  const spread = interval ? `${written(interval.from)} to ${written(interval.to)}` : `of ${of}`;
  const bounded = lower !== null && upper !== null && lower !== upper;
  const bounds = bounded ? `<small>at least ${written(lower)}, at most ${written(upper)}</small>` : "";
  return `${written(value)}<small>${spread}</small>${bounds}`;
}
