import type { ReactNode } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { SectionCard } from "../../../ui/section-card.tsx";

export interface StatisticsSectionProps {
  title: string;
  /** What is counted, in a sentence. */
  about: string;
  /** The figures as a table for a spreadsheet. */
  csv: () => string;
  children: ReactNode;
}

/** Some of the statistics under their title, with a way to take them along. */
export function StatisticsSection({ title, about, csv, children }: StatisticsSectionProps) {
  return (
    <SectionCard
      title={title}
      about={about}
      menu={<CopyButton text={csv} label={`Copy “${title}” as CSV`} />}
      className="mb-4 break-inside-avoid"
    >
      {children}
    </SectionCard>
  );
}
