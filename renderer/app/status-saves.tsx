import { CircleCheck, CloudUpload, TriangleAlert } from "lucide-react";
import { useSaves } from "../data/saves.ts";
import { countText } from "../ui/time-text.ts";
import { StatusItem } from "./status-item.tsx";

/** Whether everything is saved: acknowledged by the back end, which answers only once it is committed. */
export function SaveStatus() {
  const { pending, lastSavedAt } = useSaves();
  const failed = pending.filter(({ error }) => error !== null);
  const retryAll = (): void => {
    for (const { retry } of failed) retry?.();
  };
  if (failed.length > 0)
    return (
      <div role="alert">
        <StatusItem
          icon={TriangleAlert}
          tone="error"
          hint={`${failed[0]?.what}: ${failed[0]?.error} Press to try again.`}
          onClick={retryAll}
        >
          {countText(failed.length, "change")} not saved
        </StatusItem>
      </div>
    );
  const words = pending.length > 0 ? `Saving ${countText(pending.length, "change")}…` : "Saved";
  const hint =
    pending.length > 0
      ? "Not saved yet. The window asks before it closes."
      : lastSavedAt
        ? `Everything is saved. Last saved at ${new Date(lastSavedAt).toLocaleTimeString()}.`
        : "Everything is saved.";
  return (
    <StatusItem icon={pending.length > 0 ? CloudUpload : CircleCheck} hint={hint} onClick={() => {}}>
      {words}
    </StatusItem>
  );
}
