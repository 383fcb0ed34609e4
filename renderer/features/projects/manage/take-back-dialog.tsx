import type { ImportedFile, TakenBack } from "#shared/contract/imported-files.ts";
import { errorText } from "../../../data/faults.ts";
import { useTakeBack, useTakeBackPreview } from "../../../data/imported-files.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

/** Says what taking a file back comes to, and asks whether to. */
export function TakeBackDialog({ file, onBack }: { file: ImportedFile; onBack(): void }) {
  const preview = useTakeBackPreview(file.id);
  const takeBack = useTakeBack();
  const run = (): void =>
    takeBack.mutate(file.id, {
      onSuccess: ({ items }) => {
        notify({ kind: "done", title: `Took ${file.fileName} back`, description: goneText(items) });
        onBack();
      },
    });
  const error = takeBack.error ?? preview.error;
  return (
    <FormDialog
      onClose={onBack}
      title={`Take ${file.fileName} back?`}
      description="Querent withdraws what the file said. The history keeps it, and you can import the file again."
      action={{
        id: "file.take-back",
        title: "Take back",
        ready: preview.isSuccess,
        busy: takeBack.isPending,
        run,
      }}
    >
      {error ? <InlineError title={errorText(error)} /> : null}
      {preview.data === undefined ? (
        preview.isPending ? (
          <Skeleton className="h-20" />
        ) : null
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          {linesOf(preview.data).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

const goneText = (items: number): string =>
  items === 0 ? "All of its items stay" : `${countText(items, "item")} went with it`;

function linesOf({ items, itemsStaying, verdicts, verdictsStaying, consensus }: TakenBack): string[] {
  const s = (count: number, one: string, several: string) => (count === 1 ? one : several);
  return [
    ...(items > 0
      ? [
          `${countText(items, "item")} ${s(items, "goes", "go")}, with results: no other file has ${s(items, "it", "them")}, and nobody has judged ${s(items, "it", "them")} since.`,
        ]
      : []),
    ...(itemsStaying > 0
      ? [
          `${countText(itemsStaying, "item")} ${s(itemsStaying, "stays", "stay")}: another file has ${s(itemsStaying, "it", "them")}, or somebody has judged or marked ${s(itemsStaying, "it", "them")}.`,
        ]
      : []),
    ...(verdicts > 0
      ? [`${countText(verdicts, "verdict")} on them ${s(verdicts, "is", "are")} withdrawn.`]
      : []),
    ...(verdictsStaying > 0
      ? [
          `${countText(verdictsStaying, "verdict")} ${s(verdictsStaying, "stays", "stay")}: the reviewer has said something since.`,
        ]
      : []),
    ...(consensus > 0
      ? [
          `${countText(consensus, "consensus label")} ${s(consensus, "is", "are")} taken away; what was settled before counts again.`,
        ]
      : []),
  ];
}
