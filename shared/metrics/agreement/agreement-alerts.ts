import type { AlertFigure, Grouping } from "../../domain/agreement.ts";
import type { PooledAgreement } from "./agreement-report.ts";

/** A figure that is below what a project asks for. */
export interface AgreementAlert {
  /** Null: of the whole project. */
  by: Grouping | null;
  group: string;
  value: number;
  /** Items with two or more opinions that it stands on. */
  nDouble: number;
}

/** From so many items on a low figure is no accident of a few. */
const fewestItems = 20;

/** The groups whose figure is below the threshold, the lowest first; undefined figures and groups of few items raise none. */
export function agreementAlerts(
  groups: readonly { by: Grouping | null; group: string; figures: PooledAgreement }[],
  { figure, below }: { figure: AlertFigure; below: number },
): AgreementAlert[] {
  return groups
    .flatMap(({ by, group, figures }) => {
      const { value } = figures[figure];
      const nDouble = figures.double;
      return value !== null && value < below && nDouble >= fewestItems ? [{ by, group, value, nDouble }] : [];
    })
    .sort((one, other) => one.value - other.value);
}
