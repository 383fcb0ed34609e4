import { CircleCheck, TriangleAlert } from "lucide-react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { countText } from "../../ui/time-text.ts";

export interface ExportSummaryProps {
  /** null: on its way. */
  preview: { items: number; leftOut: number; losses: string[] } | null;
}

/** What goes out and what the form cannot hold, said before it is lost. */
export function ExportSummary({ preview }: ExportSummaryProps) {
  if (!preview) return <Skeleton className="h-12" />;
  const { items, leftOut, losses } = preview;
  return (
    <section aria-label="What goes out" className="rounded-md border px-3 py-2">
      <p>
        {countText(items, "item")} {items === 1 ? "goes" : "go"} out
        {leftOut > 0
          ? `; ${countText(leftOut, "item")} without such a verdict ${leftOut === 1 ? "stays" : "stay"} behind`
          : ""}
        .
      </p>
      {losses.length === 0 ? (
        <p className="mt-1 flex items-center gap-1.5">
          <CircleCheck size={14} className="text-added" aria-hidden />
          Nothing is lost.
        </p>
      ) : (
        <ul className="mt-1">
          {losses.map((loss) => (
            <li key={loss} className="flex items-start gap-1.5">
              <TriangleAlert size={14} className="mt-0.75 shrink-0 text-warning" aria-hidden />
              {loss}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
