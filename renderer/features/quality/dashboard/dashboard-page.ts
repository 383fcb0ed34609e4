import type { WorkFigures } from "#shared/contract/work-figures.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { escapeHtml, table } from "#shared/formats/page/markup.ts";
import { pageStyle } from "#shared/formats/page/page-style.ts";
import { numberText } from "../../../ui/time-text.ts";
import { forecastText } from "./forecast-text.ts";

interface ReportedWork {
  project: string;
  figures: WorkFigures;
  form: VerdictForm;
  /** How many tasks have which certificate. */
  certificates: readonly { title: string; tasks: number }[];
  /** The plots as they were drawn: title → SVG. */
  plots: ReadonlyMap<string, string>;
}

/** The dashboard as one page of HTML that needs nothing beside itself. */
export function dashboardPage({ project, figures, form, certificates, plots }: ReportedWork): string {
  const { items, labelled, double, settled, people, labels } = figures;
  const title = `Dashboard: ${project}`;
  const drawn = [...plots].map(
    ([name, svg]) => `<h2>${escapeHtml(name)}</h2>\n${svg.replace(/^<\?xml.*?\?>\n/, "")}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>${numberText(labelled)} of ${numberText(items)} items labelled, ${numberText(double)} by two or more people, ${numberText(settled)} settled. ${escapeHtml(forecastText(figures))}</p>
<h2>People</h2>
${table(
  ["Person", "Items", "Median seconds", "Quartiles"],
  people.map(({ reviewer, items: own, seconds }) => [
    escapeHtml(reviewer),
    numberText(own),
    seconds === null ? "–" : seconds.median.toFixed(0),
    seconds === null ? "–" : `${seconds.lower.toFixed(0)} … ${seconds.upper.toFixed(0)}`,
  ]),
)}
<h2>Labels</h2>
${table(
  ["Label", "Opinions"],
  labels.map(({ label, opinions }) => [escapeHtml(labelName(form, label)), numberText(opinions)]),
)}
<h2>Certificates</h2>
${table(
  ["Certificate", "Tasks"],
  certificates.map(({ title: name, tasks }) => [escapeHtml(name), numberText(tasks)]),
)}
${drawn.join("\n")}
</body></html>
`;
}
