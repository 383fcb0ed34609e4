import { CircleCheck, CircleX } from "lucide-react";

/** Whether something passed, as a sign and a word. */
export function VerdictSign({ passed, title }: { passed: boolean; title: string }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap ${passed ? "text-added" : "text-error"}`}
    >
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className="text-sm">
        {title} {passed ? "passed" : "failed"}
      </span>
    </span>
  );
}
