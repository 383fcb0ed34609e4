import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { useMentionable } from "../../data/comments.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { fieldClasses } from "../../ui/field.tsx";

const newComment = "New comment";

/** Puts the focus into the field of a new comment. */
export const focusNewComment = (within: ParentNode): void =>
  within.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${newComment}"]`)?.focus();

interface CommentFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange(text: string): void;
  /** What is done with it: "Comment", "Reply", "Save". */
  action: string;
  busy: boolean;
  onSend(): void;
  onLeave?(): void;
  /** Something is typed that nobody else has: Cancel alone discards it, Escape leaves the field only. */
  hasUnsent?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  autoFocus?: boolean;
}

/** Where a comment is written, in Markdown: names are offered behind an @, Ctrl+Enter sends it. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, value, onChange, action, busy, onSend, onLeave } = props;
  const { hasUnsent = false, autoFocus = false } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  const mentions = useMentions(value, field, onChange);
  const isReady = value.trim() !== "" && !busy;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (isReady) onSend();
    } else if (event.key === "Escape") {
      event.preventDefault();
      field.current?.blur();
      if (!hasUnsent) onLeave?.();
    }
  };
  return (
    <div className="relative flex flex-col gap-1">
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
        autoFocus={autoFocus}
        aria-label={label}
        role="combobox"
        aria-expanded={mentions.names.length > 0}
        aria-controls={mentions.listId}
        aria-activedescendant={mentions.names.length > 0 ? `${mentions.listId}-${mentions.at}` : undefined}
        rows={2}
        placeholder={placeholder}
        className={classes(
          fieldClasses,
          "block field-sizing-content max-h-60 min-h-12 resize-none py-1 leading-4.5",
        )}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          mentions.look(event.target);
        }}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      <MentionList mentions={mentions} />
      <div className="flex items-center justify-end gap-1.5">
        {onLeave !== undefined && (
          <Button size="sm" variant="quiet" onClick={onLeave}>
            Cancel
          </Button>
        )}
        <Button size="sm" keys="mod+Enter" disabled={!isReady} busy={busy} onClick={onSend}>
          {action}
        </Button>
      </div>
    </div>
  );
}

type Mentions = ReturnType<typeof useMentions>;

function MentionList({ mentions: { names, at, listId, take } }: { mentions: Mentions }) {
  if (names.length === 0) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="People to mention"
      className="popup absolute top-full z-40 max-h-40 min-w-40 overflow-auto p-1"
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            take(name);
          }}
          className={classes("rounded-sm px-2 py-0.5", index === at && "bg-selected")}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

/** The names that fit what is typed behind an @, and the keys that choose one. */
function useMentions(
  text: string,
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const listId = useId();
  const { data: people = [] } = useMentionable();
  const [typed, setTyped] = useState<{ from: number; word: string } | null>(null);
  const [at, setAt] = useState(0);
  const names =
    typed === null
      ? []
      : people.filter((name) => name.toLowerCase().startsWith(typed.word.toLowerCase())).slice(0, 8);
  const look = (area: HTMLTextAreaElement): void => {
    const match = /(?:^|[^\w@])@([^\s@]*)$/.exec(area.value.slice(0, area.selectionStart));
    setAt(0);
    setTyped(
      match === null ? null : { from: area.selectionStart - (match[1]?.length ?? 0), word: match[1] ?? "" },
    );
  };
  const take = (name: string): void => {
    if (typed === null) return;
    const end = typed.from + typed.word.length;
    onChange(`${text.slice(0, typed.from)}${name} ${text.slice(end)}`);
    setTyped(null);
    const cursor = typed.from + name.length + 1;
    requestAnimationFrame(() => field.current?.setSelectionRange(cursor, cursor));
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const name = names[at];
    if (name === undefined || event.ctrlKey || event.metaKey) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setAt((at + (event.key === "ArrowDown" ? 1 : names.length - 1)) % names.length);
    else if (event.key === "Enter" || event.key === "Tab") take(name);
    else if (event.key === "Escape") setTyped(null);
    else return false;
    event.preventDefault();
    return true;
  };
  return { listId, names, at, look, take, onKeyDown, close: () => setTyped(null) };
}
