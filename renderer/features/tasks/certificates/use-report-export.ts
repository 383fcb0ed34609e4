import type { MatrixRow } from "#shared/contract/certificates.ts";
import type { ReportFormat } from "#shared/domain/certificate.ts";
import { useCertificateReport } from "../../../data/certificates.ts";
import { errorText } from "../../../data/faults.ts";
import { abilities } from "../../../host/abilities.ts";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

/** Saves a report of the certificates of some rows, or of all (null), where the person says. */
export function useReportExport(projectId: number, rows: readonly MatrixRow[] | null) {
  const report = useCertificateReport(projectId);
  const save = async (format: ReportFormat): Promise<void> => {
    try {
      const taskIds = rows?.map(({ taskId }) => taskId) ?? null;
      const { fileName, text, withoutCertificate } = await report.mutateAsync({ taskIds, format });
      const saved = await abilities.saveText(fileName, text);
      if (saved === null) return;
      const rest =
        withoutCertificate === 0 ? "" : `, without ${countText(withoutCertificate, "task")} never certified`;
      notify({ kind: "done", title: "Exported", description: `${saved}${rest}` });
    } catch (error) {
      notify({ kind: "error", title: "The report could not be exported.", description: errorText(error) });
    }
  };
  return { save: (format: ReportFormat) => void save(format), isPending: report.isPending };
}
