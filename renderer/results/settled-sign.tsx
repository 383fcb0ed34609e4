import { CircleCheck, CircleDashed, CircleDot } from "lucide-react";
import { Tooltip } from "../ui/tooltip.tsx";

const signs = {
  settled: { icon: CircleCheck, tone: "text-added", says: "every part of the snippet" },
  partly: { icon: CircleDot, tone: "text-warning", says: "some parts of the snippet, not all" },
  open: { icon: CircleDashed, tone: "text-muted", says: "nothing of the snippet" },
};

interface SettledSignProps {
  state: keyof typeof signs;
  /** Whose words they are, as the sentence begins: "The answers so far say". */
  who: string;
  /** Nothing more will be said: what is open is wrong. */
  isFinal?: boolean;
}

/** Whether words settle an ambiguity: say every part of its snippet, some, or none. */
export function SettledSign({ state, who, isFinal = false }: SettledSignProps) {
  const { icon: Icon, tone, says } = signs[state];
  const isWrong = isFinal && state === "open";
  return (
    <Tooltip content={`${who} ${says}.`}>
      <span className={`inline-flex shrink-0 items-center gap-1 text-sm ${isWrong ? "text-error" : tone}`}>
        <Icon size={13} aria-hidden /> {state}
      </span>
    </Tooltip>
  );
}
