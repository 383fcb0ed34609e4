import { CircleCheck, CircleX } from "lucide-react";

export interface PassedSignProps {
  passed: boolean;
  /** What passed; left out where the place says it. */
  title?: string;
  /** Shown beside the sign instead of the words, where the container around it is narrow. */
  short?: string;
}

/** Whether something passed, as a sign and a word. */
export function PassedSign({ passed, title, short }: PassedSignProps) {
  const Icon = passed ? CircleCheck : CircleX;
  const outcome = passed ? "passed" : "failed";
  const words = title === undefined ? outcome : `${title}: ${outcome}`;
  return (
    <span
      title={short === undefined ? undefined : words}
      className={`inline-flex items-center gap-1 whitespace-nowrap ${passed ? "text-added" : "text-error"}`}
    >
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className={`text-sm ${short === undefined ? "" : "@max-[1199px]:sr-only"}`}>{words}</span>
      {short !== undefined && (
        <span aria-hidden className="hidden text-sm @max-[1199px]:inline">
          {short}
        </span>
      )}
    </span>
  );
}
