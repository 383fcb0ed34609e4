import { GitFork, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldClasses } from "../../../ui/field.tsx";
import { foot } from "../../../ui/foot.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

interface ForkBarProps {
  /** The turn after which one asks; 0: at the beginning. */
  turn: number;
  busy: boolean;
  error: unknown;
  onAsk(question: string): void;
  onClose(): void;
}

/** A person asks the user simulator in the place of the system. */
export function ForkBar({ turn, busy, error, onAsk, onClose }: ForkBarProps) {
  const [text, setText] = useState("");
  const ask = (): void => {
    if (text.trim() === "" || busy) return;
    onAsk(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") ask();
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  return (
    <section
      aria-label="Ask the simulator"
      {...foot}
      className="flex shrink-0 flex-col gap-1 border-t bg-panel px-3 py-2"
    >
      <div className="flex items-center gap-2">
        <GitFork size={14} className="shrink-0 text-changed" aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: it is opened to be typed into.
          autoFocus
          type="text"
          aria-label={turn === 0 ? "Question at the beginning" : `Question after turn ${turn}`}
          placeholder="Ask what the system might have asked"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${fieldClasses} h-7`}
        />
        <Button size="sm" keys="Enter" busy={busy} disabled={text.trim() === ""} onClick={ask}>
          Ask
        </Button>
        <IconButton size="sm" icon={X} label="Leave the fork" keys="Escape" onClick={onClose} />
      </div>
      {error ? <p className="text-sm text-error">{errorText(error)}</p> : null}
    </section>
  );
}
