import { useEffect, useRef, useState } from "react";
import type { Opinion } from "#shared/contract/disagreements.ts";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { command, useCommands } from "../../../../ui/commands.ts";
import { fieldClasses } from "../../../../ui/field.tsx";
import { foot } from "../../../../ui/foot.ts";
import { Select } from "../../../../ui/select.tsx";
import { opinionLetter } from "./opinion-letter.ts";

interface AskBarProps {
  opinions: readonly Opinion[];
  /** The key of the opinion that is sent back first. */
  first: string;
  busy: boolean;
  onAsk(opinion: string, question: string): void;
  onClose(): void;
}

/** Sends an opinion back to whoever gave it, with a question; they find it in their queue. */
export function AskBar({ opinions, first, busy, onAsk, onClose }: AskBarProps) {
  const [opinion, setOpinion] = useState(first);
  const [question, setQuestion] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = question.trim() !== "" && !busy;
  useCommands("Question", [
    command("ask.send", "Send the question", ["mod+Enter"], () => onAsk(opinion, question), {
      inInputs: true,
      enabled: isReady,
    }),
    command("ask.close", "Close the question", ["Escape"], onClose, { inInputs: true }),
  ]);
  return (
    <section
      aria-label="Send back with a question"
      {...foot}
      className="flex shrink-0 items-end gap-2 border-t bg-panel px-3 py-2"
    >
      <div className="w-44 shrink-0">
        <Select
          label="Ask whoever gave"
          value={opinion}
          options={opinions.map(({ key, reviewer }, index) => ({
            value: key,
            title: `opinion ${opinionLetter(index)}${reviewer === null ? "" : ` (${reviewer})`}`,
          }))}
          onChange={setOpinion}
        />
      </div>
      <textarea
        ref={field}
        aria-label="Question"
        rows={1}
        placeholder="What do you want to know? They see it in their queue, and answer with their verdict."
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        className={classes(
          fieldClasses,
          "block field-sizing-content max-h-32 min-h-7 resize-none py-1 leading-4.5",
        )}
      />
      <Button onClick={onClose} keys="Escape">
        Cancel
      </Button>
      <Button
        variant="primary"
        keys="mod+Enter"
        disabled={!isReady}
        busy={busy}
        onClick={() => onAsk(opinion, question)}
      >
        Send
      </Button>
    </section>
  );
}
