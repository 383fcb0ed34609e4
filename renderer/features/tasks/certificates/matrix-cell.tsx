import { Check, CircleDashed, CircleHelp, type LucideIcon, Minus, X } from "lucide-react";
import { type PropertySign, propertySign, verdictWords } from "#shared/certificate/certificate-words.ts";
import { voidBecause } from "#shared/certificate/report/reported-task.ts";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import type { CertificateVerdict, PropertyName } from "#shared/domain/certificate.ts";
import { classes } from "../../../ui/classes.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { detectedText } from "./matrix-counts.ts";
import type { MatrixColumn } from "./matrix-filter.ts";
import { cellWords, rowVerdict } from "./matrix-words.ts";

const signs: Record<PropertySign, { icon: LucideIcon; colour: string; fill: string }> = {
  holds: { icon: Check, colour: "text-added", fill: "bg-added-fill" },
  fails: { icon: X, colour: "text-error", fill: "bg-error-fill" },
  "not-judged": { icon: CircleHelp, colour: "text-warning", fill: "bg-warning-fill" },
  "not-applicable": { icon: Minus, colour: "text-faint", fill: "" },
};

/** What a cell of the matrix shows. */
export function MatrixCellContent({ row, column }: { row: MatrixRow; column: MatrixColumn }) {
  const { certificate } = row;
  switch (column) {
    case "task":
      return <span className="truncate font-medium">{row.instanceId}</span>;
    case "verdict":
      return <VerdictContent row={row} />;
    case "detected": {
      if (certificate === null) return null;
      const { share, counts } = detectedText(certificate.counts);
      return (
        <span className="flex flex-1 items-baseline justify-end gap-2 tabular-nums">
          {share}
          <span className="w-14 text-right text-sm text-muted">{counts}</span>
        </span>
      );
    }
    case "exceptions":
      return (
        <span className="flex-1 text-right tabular-nums">
          {certificate !== null && certificate.exceptions > 0 ? numberText(certificate.exceptions) : ""}
        </span>
      );
    case "made":
      return (
        <span className="flex-1 truncate text-right text-sm text-muted">
          {certificate !== null && <TimeAgo at={certificate.madeAt} />}
        </span>
      );
    default:
      return <PropertyContent row={row} name={column} />;
  }
}

function PropertyContent({ row: { certificate }, name }: { row: MatrixRow; name: PropertyName }) {
  if (certificate === null) return null;
  const cell = certificate.properties[name];
  const sign = propertySign(cell);
  const { icon: Icon, colour, fill } = signs[sign];
  const isExcepted = sign === "holds" && cell.exceptions > 0;
  const isVoid = certificate.changed.length > 0;
  const tone = isExcepted ? "bg-warning-fill text-warning" : `${fill} ${colour}`;
  return (
    <span
      className={classes(
        "flex h-full flex-1 items-center justify-center gap-1 rounded-sm text-sm",
        isVoid ? "text-muted" : tone,
      )}
    >
      <Icon size={14} strokeWidth={2.5} aria-hidden />
      {isExcepted && numberText(cell.exceptions)}
    </span>
  );
}

const verdictTones: Record<CertificateVerdict, { icon: LucideIcon; colour: string }> = {
  certified: { icon: Check, colour: "text-added" },
  "certified-with-exceptions": { icon: Check, colour: "text-warning" },
  "not-certified": { icon: X, colour: "text-error" },
};

function VerdictContent({ row: { certificate } }: { row: MatrixRow }) {
  if (certificate === null) return <span className="text-sm text-faint">never certified</span>;
  const { verdict, changed } = certificate;
  if (changed.length > 0)
    return (
      <>
        <CircleDashed size={14} strokeWidth={2} aria-hidden className="shrink-0 text-warning" />
        <span className="truncate text-warning">void: {voidBecause(changed)}</span>
      </>
    );
  const { icon: Icon, colour } = verdictTones[verdict];
  return (
    <>
      <Icon size={14} strokeWidth={2.5} aria-hidden className={classes("shrink-0", colour)} />
      <span className={classes("truncate", colour)}>{verdictWords[verdict]}</span>
    </>
  );
}

/** A cell in words, for its tooltip and for those who hear it. */
export function matrixCellWords(row: MatrixRow, column: MatrixColumn): string {
  const { certificate, instanceId } = row;
  if (column === "task") return instanceId;
  if (certificate === null || column === "verdict") return rowVerdict(row);
  switch (column) {
    case "detected": {
      const { share, counts } = detectedText(certificate.counts);
      const { notRun } = certificate.counts;
      const rest = notRun === 0 ? "" : `, a sample: ${numberText(notRun)} more were not run`;
      return `mutants detected: ${share} ${counts}${rest}`;
    }
    case "exceptions":
      return `exceptions: ${numberText(certificate.exceptions)}`;
    case "made":
      return `made at ${certificate.madeAt.slice(0, 16).replace("T", " ")} UTC`;
    default:
      return cellWords(column, certificate.properties[column]);
  }
}
