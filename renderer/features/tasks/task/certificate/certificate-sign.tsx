import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { verdictWords } from "#shared/certificate/certificate-words.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Beside the title of the certificate: its verdict, that it is void, or that it is being made. */
export function CertificateSign() {
  const { stored, isRunning, isCurrent } = useTaskEditor(({ certificate }) => certificate);
  if (isRunning) return <span className="spinner text-accent" />;
  // The room for it is always there, so that the tabs beside it stay where they are.
  if (stored == null) return <CircleDashed size={13} aria-hidden className="shrink-0 text-faint" />;
  const { verdict } = stored.certificate;
  const props = { size: 13, role: "img", className: "shrink-0" };
  if (!isCurrent) return <CircleDashed {...props} aria-label="void" className="shrink-0 text-warning" />;
  return verdict === "not-certified" ? (
    <CircleX {...props} aria-label={verdictWords[verdict]} className="shrink-0 text-error" />
  ) : (
    <CircleCheck {...props} aria-label={verdictWords[verdict]} className="shrink-0 text-added" />
  );
}
