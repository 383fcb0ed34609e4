import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** What is known of a file, a term and what it is on each line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border px-3 py-2">{children}</dl>
  );
}

/** One line of what is known. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** Words with a sign of whether all is well with what they say. */
export function Mark({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? CircleCheck : TriangleAlert;
  return (
    <span className="inline-flex items-start gap-1.5 align-top">
      <Icon size={14} className={`mt-0.75 shrink-0 ${good ? "text-added" : "text-warning"}`} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
