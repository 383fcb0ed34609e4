import { CircleCheck, CircleX } from "lucide-react";

/** The verdict on a submission, as a sign and a word. */
export function PassedText({ passed }: { passed: boolean }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <span className={`inline-flex items-center gap-1 ${passed ? "text-added" : "text-removed"}`}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className="text-sm">{passed ? "passed" : "failed"}</span>
    </span>
  );
}
