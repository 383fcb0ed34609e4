import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface ExportSummaryProps {
  /** What is exported, as a sentence, and what of it the format cannot hold; null: on its way. */
  summary: { goesOut: string; losses: readonly { key: string; text: ReactNode }[] } | null;
}

/** What is exported and what the format cannot hold, said before it is lost. */
export function ExportSummary({ summary }: ExportSummaryProps) {
  if (summary === null) return <Skeleton className="h-16" />;
  const { goesOut, losses } = summary;
  return (
    <section aria-label="What is exported" className="rounded-md border px-3 py-2">
      <p>{goesOut}</p>
      {losses.length === 0 ? (
        <p className="mt-1 flex items-center gap-1.5">
          <CircleCheck size={14} className="text-added" aria-hidden />
          This format loses nothing.
        </p>
      ) : (
        <ul className="mt-1">
          {losses.map(({ key, text }) => (
            <li key={key} className="flex items-start gap-1.5">
              <TriangleAlert size={14} className="mt-0.75 shrink-0 text-warning" aria-hidden />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
