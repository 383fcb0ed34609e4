import { useEffect } from "react";
import type { PropertyName } from "#shared/domain/certificate.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Where another screen sends somebody: to a property of a task's certificate, or (null) to the certificate as a whole. */
export interface AskedCertificate {
  taskId: number;
  property: PropertyName | null;
}

/** Shows what was asked for once its task is there; draws nothing. */
export function AskedProperty({ asked, onShown }: { asked: AskedCertificate; onShown(): void }) {
  const toProperty = useTaskEditor(({ jumps }) => jumps.toProperty);
  useEffect(() => {
    toProperty(asked.property);
    onShown();
  }, [asked, onShown, toProperty]);
  return null;
}
