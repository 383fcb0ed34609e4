import type { AgreementDetails, ProjectAgreement } from "#shared/contract/agreement-figures.ts";
import { groupings } from "#shared/domain/agreement.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { escapeHtml, table } from "#shared/formats/page/markup.ts";
import { pageStyle } from "#shared/formats/page/page-style.ts";
import { numberText } from "../../../ui/time-text.ts";
import { boundsText, figuresOfAll, figureText, groupingWords, type NamedFigure } from "./figure-words.ts";

interface Reported {
  project: string;
  agreement: ProjectAgreement;
  /** Pairs and groups, where they have been worked out. */
  details: AgreementDetails | null;
  form: VerdictForm;
}

/** The agreement of a project as one page of HTML that needs nothing beside itself. */
export function agreementPage({ project, agreement, details, form }: Reported): string {
  const { independent, discussed } = agreement;
  const title = `Agreement: ${project}`;
  const stage = (heading: string, { figures, nItems, nSkipped, nSeen }: typeof independent) => `
<h2>${heading}</h2>
<p>${numberText(figures.double)} of ${numberText(nItems)} judged items have two or more opinions; ${numberText(nSkipped)} opinions missing (skipped), ${numberText(nSeen)} left out (given after others could be seen).</p>
${figureTable(figuresOfAll(figures, form))}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>Declared labels: ${escapeHtml(agreement.labels.join(", "))}. Intervals: 95 % of 2,000 draws of items, and of whole databases.</p>
${stage("Independent agreement", independent)}
${stage("Agreement after discussion", discussed)}
${details === null ? "" : detailTables(details)}
</body></html>
`;
}

function figureTable(rows: readonly NamedFigure[]): string {
  return table(
    ["Figure", "Value", "95 % by item", "95 % by database", "Standard error"],
    rows.map(({ name, definition, figure }) => [
      `${escapeHtml(name)}<small>${escapeHtml(definition)}</small>`,
      ...(figure.value === null
        ? [`undefined<small>${escapeHtml(figure.undefinedBecause ?? "")}</small>`, "–", "–", "–"]
        : [
            figureText(figure.value),
            boundsText(figure.byItem.interval),
            boundsText(figure.byDatabase.interval),
            figure.standardError === null ? "–" : figure.standardError.toFixed(3),
          ]),
    ]),
  );
}

function detailTables({ pairs, groups, at }: AgreementDetails): string {
  const pairTable = table(
    ["Pair", "Items", "Raw", "Cohen's kappa", "95 % by item", "95 % by database"],
    pairs.map(({ people, items, rawAgreement, cohenKappa }) => [
      escapeHtml(people.join(" and ")),
      numberText(items),
      figureText(rawAgreement.value),
      cohenKappa.value === null
        ? `undefined<small>${escapeHtml(cohenKappa.undefinedBecause ?? "")}</small>`
        : figureText(cohenKappa.value),
      boundsText(cohenKappa.byItem.interval),
      boundsText(cohenKappa.byDatabase.interval),
    ]),
  );
  const groupTables = groupings.map((by) => {
    const rows = groups
      .filter((group) => group.by === by)
      .map(({ group, nItems, figures }) => [
        escapeHtml(group),
        numberText(nItems),
        numberText(figures.double),
        ...[figures.rawAgreement, figures.gwetAc1, figures.krippendorffAlpha].map(({ value }) =>
          figureText(value),
        ),
        boundsText(figures.gwetAc1.byItem.interval),
      ]);
    const headings = ["Items", "By two or more", "Raw", "AC1", "Alpha", "AC1, 95 % by item"];
    return `<h2>${groupingWords[by].title}</h2>\n${table([groupingWords[by].one, ...headings], rows)}`;
  });
  return `<h2>Pairs</h2>\n<p>Worked out ${escapeHtml(at)}.</p>\n${pairTable}${groupTables.join("\n")}`;
}
