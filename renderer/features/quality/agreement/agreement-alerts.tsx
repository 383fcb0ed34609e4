import { TriangleAlert } from "lucide-react";
import type { AgreementDetails, ProjectAgreement } from "#shared/contract/agreement-figures.ts";
import type { Grouping } from "#shared/domain/agreement.ts";
import { useProjectSettings } from "../../../data/settings.ts";
import { countText } from "../../../ui/time-text.ts";
import { drawnFigures, figureText, groupingWords } from "./figure-words.ts";

interface AgreementAlertsProps {
  projectId: number;
  agreement: ProjectAgreement;
  details: AgreementDetails | null;
}

/** The project and its groups whose figure is below what the project asks for. */
export function AgreementAlerts({ projectId, agreement, details }: AgreementAlertsProps) {
  const settings = useProjectSettings(projectId);
  const alerts = [...agreement.alerts, ...(details?.alerts ?? [])];
  if (alerts.length === 0) return null;
  const figure = drawnFigures[settings["agreement.alertFigure"]];
  return (
    <section
      aria-label="Alerts"
      className="max-w-230 rounded-md border border-line-strong bg-raised px-3 py-2"
    >
      <h2 className="mb-1 font-semibold">
        {figure} below {(settings["agreement.alertBelow"] / 100).toFixed(2)}
      </h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {alerts.slice(0, shownAlerts).map(({ by, group, value, nDouble }) => (
          <li key={`${by} ${group}`} className="flex items-center gap-1.5">
            <TriangleAlert size={14} className="shrink-0 text-warning" aria-hidden />
            {alertSubject(by, group)}: {figureText(value)}
            <span className="text-muted">on {countText(nDouble, "item")}</span>
          </li>
        ))}
        {alerts.length > shownAlerts && (
          <li className="text-muted">and {alerts.length - shownAlerts} more</li>
        )}
      </ul>
    </section>
  );
}

/** Cells of EX say themselves what they are. */
function alertSubject(by: Grouping | null, group: string): string {
  if (by === null) return "the project";
  return by === "ex" ? group : `${groupingWords[by].one} ${group}`;
}

const shownAlerts = 8;
