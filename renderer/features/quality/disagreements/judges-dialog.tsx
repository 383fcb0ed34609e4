import { Trash2 } from "lucide-react";
import { useState } from "react";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useJudgeImport, useJudges, useRemoveJudge } from "../../../data/judges.ts";
import { FileField } from "../../../results/import/file-field.tsx";
import { ImportFrame } from "../../../results/import/import-frame.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { folderOf, stemOf } from "../../../ui/paths.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

interface JudgesDialogProps {
  projectId: number;
  onClose(): void;
  onChanged(): void;
}

/** Imports what judges said of the project's items, and shows of which judges there is anything. */
export function JudgesDialog({ projectId, onClose, onChanged }: JudgesDialogProps) {
  const [path, setPath] = useState("");
  const [ownName, setName] = useState<string | null>(null);
  const { state, start, cancel } = useJudgeImport(projectId);
  const remove = useRemoveJudge(projectId);
  const judge = (ownName ?? stemOf(path)).trim();
  const run = async () => {
    const done = await start({ judge, path });
    if (done === null) return;
    notify({
      kind: "done",
      title: `${judge}: labels of ${countText(done.items, "item")}`,
      description: done.unmatched === 0 ? "" : `${countText(done.unmatched, "result")} matched no item.`,
    });
    setPath("");
    setName(null);
    onChanged();
  };
  return (
    <ImportFrame
      title="Judges"
      description="What language models with a protocol say of the predictions, from ROSE's eval_results.json and refuter_output.json. It is nobody's opinion and settles nothing."
      what="the labels"
      width="md"
      ready={path.trim() !== "" && judge !== ""}
      state={state}
      onImport={run}
      onStop={cancel}
      onClose={onClose}
    >
      <FileField
        label="Result file"
        value={path}
        onChange={setPath}
        endings={["json"]}
        startIn={folderOf(path)}
        placeholder="/path/to/eval_results.json"
      />
      <TextField
        label="Judge"
        value={ownName ?? stemOf(path)}
        onChange={setName}
        hint="ROSE names a judge by model and month: ROSE_o3-2504. Both files of one run belong to one judge."
      />
      <JudgeList projectId={projectId} onRemove={(name) => remove.mutate(name, { onSuccess: onChanged })} />
      {remove.error ? (
        <InlineError title={errorText(remove.error)} details={errorDetails(remove.error)}>
          The judge was not removed.
        </InlineError>
      ) : null}
    </ImportFrame>
  );
}

function JudgeList({ projectId, onRemove }: { projectId: number; onRemove(judge: string): void }) {
  const { data: judges = [] } = useJudges(projectId);
  if (judges.length === 0) return null;
  return (
    <ul className="divide-y rounded-md border" aria-label="Judges of the project">
      {judges.map(({ judge, items }) => (
        <li key={judge} className="flex items-center gap-3 px-3 py-1">
          <span className="min-w-0 flex-1 truncate">{judge}</span>
          <span className="text-sm text-muted">{countText(items, "item")}</span>
          <IconButton size="sm" icon={Trash2} label={`Remove ${judge}`} onClick={() => onRemove(judge)} />
        </li>
      ))}
    </ul>
  );
}
