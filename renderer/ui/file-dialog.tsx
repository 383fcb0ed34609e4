import { ArrowUp, File, Folder } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { InlineError } from "./inline-error.tsx";
import { sizeText } from "./size-text.ts";
import { TextField } from "./text-field.tsx";
import { confirmed, entered, type PathStep } from "./typed-path.ts";
import { VirtualList } from "./virtual-list.tsx";

/** A folder as the dialog shows it; `parent` null: there is none above. */
export interface ListedFolder {
  path: string;
  parent: string | null;
  entries: readonly { name: string; path: string; kind: "folder" | "file"; bytes: number }[];
  /** There are more entries than are listed. */
  truncated: boolean;
}

export interface FileDialogProps {
  title: string;
  choose: "file" | "folder";
  /** Which files are listed, without dots; none: all. */
  extensions: readonly string[];
  folder: ListedFolder | null;
  busy: boolean;
  error: string | null;
  onOpenFolder(path: string): void;
  onChoose(path: string): void;
  onCancel(): void;
}

/** Chooses a file or a folder by path or by walking the folders, with the keyboard alone if one likes. */
export function FileDialog(props: FileDialogProps) {
  const { title, choose, folder, busy, error, onCancel } = props;
  const field = useRef<HTMLInputElement>(null);
  const entries = folder?.entries ?? [];
  const { typed, selected, type, select, open, confirm, onKeyDown, goUp } = useFileChoice(props);
  return (
    <Dialog
      open
      commands={[{ id: "files.up", title: "Folder above", keys: ["alt+up"], inInputs: true, run: goUp }]}
      onClose={onCancel}
      title={title}
      width="lg"
      initialFocus={field}
      footer={
        <>
          <span className="flex-1 truncate text-sm text-faint">{listedNote(props)}</span>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={typed.trim() === ""} onClick={confirm}>
            {choose === "folder" ? "Choose folder" : "Open"}
          </Button>
        </>
      }
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField ref={field} label="Path" mono value={typed} onChange={type} onKeyDown={onKeyDown} />
        </div>
        <IconButton
          icon={ArrowUp}
          label="Folder above"
          keys="alt+up"
          disabled={!folder?.parent}
          onClick={goUp}
        />
      </div>
      {error ? (
        <InlineError className="mt-2" title={error}>
          Check the path, or choose another folder.
        </InlineError>
      ) : null}
      <div className="mt-3 flex h-80 flex-col rounded-md border" aria-busy={busy}>
        <VirtualList
          label={`Contents of ${folder?.path ?? "the folder"}`}
          count={entries.length}
          rowHeight={26}
          selected={selected}
          onSelect={select}
          onOpen={open}
          renderRow={(index) => <EntryRow entry={entries[index]} />}
        />
        {entries.length === 0 && !busy ? (
          <p className="p-3 text-muted">There is nothing to choose in this folder.</p>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What the list leaves out. */
function listedNote({ folder, extensions }: FileDialogProps): string {
  if (folder?.truncated) return "Not all entries are listed. Type the path instead.";
  if (extensions.length === 0) return "";
  return `Files ending in ${extensions.map((extension) => `.${extension}`).join(", ")}`;
}

/** The path as it is typed or chosen from the list, and what to do with it. */
function useFileChoice({ choose, extensions, folder, busy, onOpenFolder, onChoose }: FileDialogProps) {
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState(-1);
  /** The path was typed and nothing has been done with it: a listing that arrives now does not take it away. */
  const isByHand = useRef(false);
  const entries = folder?.entries ?? [];
  const path = folder?.path;
  // While a folder is read, the one before may still be listed.
  const listed = busy ? undefined : path;
  useEffect(() => {
    if (listed !== undefined && !isByHand.current) setTyped(listed);
  }, [listed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder has other entries.
  useEffect(() => setSelected(-1), [path]);

  const select = (index: number): void => {
    isByHand.current = false;
    setSelected(index);
    const entry = entries[index];
    if (entry) setTyped(entry.path);
  };
  const type = (text: string): void => {
    isByHand.current = true;
    setTyped(text);
  };
  const open = (index: number): void => {
    const entry = entries[index];
    if (entry?.kind === "folder") onOpenFolder(entry.path);
    else if (entry && choose === "file") onChoose(entry.path);
  };
  const asked = { choose, extensions, listed: path ?? null, entries };
  const take = (step: PathStep): void => {
    isByHand.current = false;
    if (step && "open" in step) onOpenFolder(step.open);
    else if (step) onChoose(step.choose);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      take(entered(typed, asked));
    }
  };
  const goUp = (): void => {
    isByHand.current = false;
    if (folder?.parent) onOpenFolder(folder.parent);
  };
  const confirm = (): void => take(confirmed(typed, asked));
  return { typed, selected, type, select, open, confirm, onKeyDown, goUp };
}

function EntryRow({ entry }: { entry: ListedFolder["entries"][number] | undefined }) {
  if (!entry) return null;
  const Icon = entry.kind === "folder" ? Folder : File;
  return (
    <div className="flex h-full items-center gap-2 px-2">
      <Icon
        size={14}
        strokeWidth={1.75}
        className={entry.kind === "folder" ? "text-accent" : "text-faint"}
        aria-hidden
      />
      <span className="min-w-0 flex-1 truncate">{entry.name}</span>
      {entry.kind === "file" ? <span className="text-sm text-faint">{sizeText(entry.bytes)}</span> : null}
    </div>
  );
}
