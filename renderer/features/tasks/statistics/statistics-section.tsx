import { type ReactNode, useId } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";

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
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4 break-inside-avoid rounded-md border p-3">
      <div className="flex items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {title}
        </h2>
        <CopyButton text={csv} label={`Copy “${title}” as CSV`} />
      </div>
      <p className="mb-2 text-sm text-muted">{about}</p>
      {children}
    </section>
  );
}
