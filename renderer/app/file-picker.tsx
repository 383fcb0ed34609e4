import { useState } from "react";
import { errorText } from "../data/faults.ts";
import { type PickRequest, useFolder, usePick } from "../data/files.ts";
import { FileDialog } from "../ui/file-dialog.tsx";

/** The built-in file dialog, for hosts that have none of their own (data/files.ts asks it). */
export function FilePicker() {
  const request = usePick(({ request }) => request);
  return request ? <OpenPicker key={request.title} request={request} onAnswer={request.answer} /> : null;
}

function OpenPicker({ request, onAnswer }: { request: PickRequest; onAnswer(path: string | null): void }) {
  const [path, setPath] = useState(request.startIn);
  const folder = useFolder(path, request.extensions);
  return (
    <FileDialog
      title={request.title}
      choose={request.kind}
      extensions={request.extensions}
      folder={folder.data ?? null}
      busy={folder.isFetching}
      error={folder.error ? errorText(folder.error) : null}
      onOpenFolder={setPath}
      onChoose={onAnswer}
      onCancel={() => onAnswer(null)}
    />
  );
}
