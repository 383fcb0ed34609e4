import { type KeyboardEvent, useState } from "react";
import { coins } from "#shared/dialogue/protocol/action-cost.ts";
import { type Protocol, SystemAction } from "#shared/domain/dialogue.ts";
import { useAct } from "../../../data/dialogues.ts";
import { errorText } from "../../../data/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { fieldClasses } from "../../../ui/field.tsx";
import { foot } from "../../../ui/foot.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { actionWords, spentWords } from "../dialogue-words.ts";
import { amountText } from "./action-chips.tsx";

type Kind = SystemAction["kind"];

interface PersonAsSystemProps {
  projectId: number;
  dialogueId: number;
  protocol: Protocol;
  /** Turns or coins. */
  left: number;
}

/** What is typed of an action, whatever its kind. */
const nothingTyped = { text: "", table: "", column: "", name: "" };

/** A person in the place of the system: chooses an action, writes what it needs, and sends it. */
export function PersonAsSystem({ projectId, dialogueId, protocol, left }: PersonAsSystemProps) {
  const [kind, setKind] = useState<Kind>("ask");
  const [typed, setTyped] = useState(nothingTyped);
  const act = useAct(projectId);
  const action = actionOf(kind, typed);
  const send = (next: SystemAction | null): void => {
    if (!act.isPending) act.mutate({ dialogueId, action: next });
  };
  const { one, many } = spentWords[protocol];
  return (
    <section
      aria-label="Your action as the system"
      {...foot}
      className="flex shrink-0 flex-col gap-2 border-t bg-panel px-3 py-2"
    >
      <div className="flex items-end gap-2">
        <Select<Kind>
          label="Your action"
          value={kind}
          onChange={setKind}
          options={kindsOf(protocol).map((value) => ({
            value,
            title: actionWords[value],
            detail: protocol === "a" ? amountText(coins[value]) : undefined,
          }))}
          className="w-60"
        />
        <span className="pb-1 text-sm text-muted">
          {amountText(left)} {left === 1 ? one : many} left
        </span>
        <span className="flex-1" />
        <Button size="sm" variant="quiet" disabled={act.isPending} onClick={() => send(null)}>
          Stop the dialogue
        </Button>
        <Button
          size="sm"
          variant="primary"
          keys="mod+Enter"
          busy={act.isPending}
          disabled={action === null}
          onClick={() => send(action)}
        >
          Send
        </Button>
      </div>
      <ActionFields kind={kind} typed={typed} onTyped={setTyped} onSend={() => action && send(action)} />
      {act.error ? <p className="text-sm text-error">{errorText(act.error)}</p> : null}
    </section>
  );
}

interface ActionFieldsProps {
  kind: Kind;
  typed: typeof nothingTyped;
  onTyped(typed: typeof nothingTyped): void;
  onSend(): void;
}

function ActionFields({ kind, typed, onTyped, onSend }: ActionFieldsProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSent =
      event.key === "Enter" && (event.ctrlKey || event.metaKey || (kind === "ask" && !event.shiftKey));
    if (!isSent) return;
    event.preventDefault();
    onSend();
  };
  const field = (name: "table" | "column" | "name", label: string) => (
    <TextField
      label={label}
      value={typed[name]}
      onKeyDown={onKeyDown}
      onChange={(text) => onTyped({ ...typed, [name]: text })}
    />
  );
  if (kind === "get_column_meaning")
    return (
      <div className="grid grid-cols-2 gap-2">
        {field("table", "Table")}
        {field("column", "Column")}
      </div>
    );
  if (kind === "get_knowledge_definition") return field("name", "Name of the definition");
  if (kind !== "ask" && kind !== "submit" && kind !== "execute") return null;
  const isSql = kind !== "ask";
  return (
    <textarea
      key={kind}
      // biome-ignore lint/a11y/noAutofocus: it is the person's turn to type.
      autoFocus
      aria-label={isSql ? "Your SQL" : "Your question"}
      placeholder={isSql ? "SELECT …" : "Ask the user about one open point"}
      rows={isSql ? 8 : 2}
      spellCheck={!isSql}
      value={typed.text}
      onChange={(event) => onTyped({ ...typed, text: event.target.value })}
      onKeyDown={onKeyDown}
      className={classes(fieldClasses, "resize-y py-1", isSql && "font-mono text-sm")}
    />
  );
}

/** Questions and SQL in c-Interact, all actions in a-Interact. */
const kindsOf = (protocol: Protocol): Kind[] =>
  protocol === "c" ? ["ask", "submit"] : SystemAction.options.map(({ shape }) => shape.kind.value);

/** The action that was typed; null where something is missing. */
function actionOf(kind: Kind, { text, table, column, name }: typeof nothingTyped): SystemAction | null {
  const filled = (...texts: string[]): boolean => texts.every((one) => one.trim() !== "");
  if (kind === "ask") return filled(text) ? { kind, question: text.trim() } : null;
  if (kind === "submit") return filled(text) ? { kind, sql: [text] } : null;
  if (kind === "execute") return filled(text) ? { kind, sql: text } : null;
  if (kind === "get_column_meaning")
    return filled(table, column) ? { kind, table: table.trim(), column: column.trim() } : null;
  if (kind === "get_knowledge_definition") return filled(name) ? { kind, name: name.trim() } : null;
  return { kind };
}
