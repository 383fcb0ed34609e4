import type { CertificateReportFormat, MatrixRow } from "#shared/contract/certificates.ts";
import { useCertificateReport } from "../../../data/certificates.ts";
import { errorText } from "../../../data/faults.ts";
import { abilities } from "../../../host/abilities.ts";
import { notify } from "../../../ui/toasts.tsx";

/** Saves a report of the certificates of some rows, or of all (null), where the person says. */
export function useReportExport(projectId: number, rows: readonly MatrixRow[] | null) {
  const report = useCertificateReport(projectId);
  const save = async (format: CertificateReportFormat): Promise<void> => {
    try {
      const taskIds = rows?.map(({ taskId }) => taskId) ?? null;
      const { fileName, text } = await report.mutateAsync({ taskIds, format });
      const saved = await abilities.saveText(fileName, text);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The report could not be exported.", description: errorText(error) });
    }
  };
  return { save: (format: CertificateReportFormat) => void save(format), isPending: report.isPending };
}
