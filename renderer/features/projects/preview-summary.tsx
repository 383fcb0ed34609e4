import type { FilePreview, ImportPreview } from "#shared/contract/projects.ts";
import { importNoticeText } from "#shared/domain/import-notice.ts";
import { countText, numberText } from "../../ui/time-text.ts";
import { Fact, Facts, Mark } from "./facts.tsx";

/** How many names are written out before the rest is counted. */
const namesAtMost = 12;

/** What will come in, shown before anything is imported. */
export function PreviewSummary({ preview }: { preview: ImportPreview }) {
  const { files, report } = preview;
  const missing = preview.databases.filter(({ found }) => !found);
  const found = preview.databases.length - missing.length;
  const systems = [...new Set(files.flatMap((file) => file.systems))];
  const unknownFields = [...new Set(files.flatMap((file) => file.unknownFields))];
  return (
    <Facts>
      <Fact term="Format">
        {files.map((file) => (
          <span key={file.fileName} className="block">
            {files.length > 1 ? `${file.fileName}: ` : ""}
            {file.form}
          </span>
        ))}
      </Fact>
      <Fact term="Items">{itemsText(report)}</Fact>
      {systems.length > 0 ? <Fact term="Systems">{names(systems)}</Fact> : null}
      <Fact term="Databases">
        <Mark good={missing.length === 0}>
          {numberText(found)} of {numberText(preview.databases.length)} found
        </Mark>
        {missing.length > 0 ? (
          <span className="mt-0.5 block text-sm text-muted">
            Missing: {names(missing.map(({ dbId, items }) => `${dbId} (${countText(items, "item")})`))}. These
            items can be imported and judged, but not run, until the files are there.
          </span>
        ) : null}
      </Fact>
      <Fact term="Labels">{labelsText(files, report)}</Fact>
      {unknownFields.length > 0 ? (
        <Fact term="Other fields, imported unchanged">
          <span className="font-mono text-sm">{names(unknownFields)}</span>
        </Fact>
      ) : null}
      {report.notices.length > 0 ? (
        <Fact term="Notes">
          {report.notices.map((notice) => (
            <span key={`${notice.kind} ${notice.file} ${notice.names.join()}`} className="block">
              <Mark good={false}>{importNoticeText(notice)}</Mark>
            </span>
          ))}
        </Fact>
      ) : null}
    </Facts>
  );
}

function itemsText({ items, matched, leftOut }: ImportPreview["report"]): string {
  if (matched === 0 && leftOut === 0) return numberText(items);
  const parts = [`${numberText(items)} new`, `${numberText(matched)} matched with others`];
  if (leftOut > 0) parts.push(`${numberText(leftOut)} left out`);
  return parts.join(", ");
}

function labelsText(
  files: readonly FilePreview[],
  { opinions, consensus, unchanged, conflictCounts }: ImportPreview["report"],
): string {
  if (files.every(({ labels }) => labels === 0)) return "none in the file";
  const differing = conflictCounts.opinion + conflictCounts.consensus;
  const parts = [
    ...(opinions > 0 ? [countText(opinions, "verdict")] : []),
    ...(consensus > 0 ? [countText(consensus, "consensus label")] : []),
  ];
  return [
    parts.length === 0 ? "none are imported" : parts.join(", "),
    ...(unchanged > 0 ? [`${numberText(unchanged)} already there, the same`] : []),
    ...(differing > 0 ? [`${numberText(differing)} in conflict`] : []),
  ].join("; ");
}

const names = (list: readonly string[]): string =>
  list.length <= namesAtMost
    ? list.join(", ")
    : `${list.slice(0, namesAtMost).join(", ")} and ${numberText(list.length - namesAtMost)} more`;
