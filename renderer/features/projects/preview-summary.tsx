import type { ImportPreview } from "#shared/contract/projects.ts";
import { countText, numberText } from "../../ui/time-text.ts";
import { Fact, Facts, Mark } from "./facts.tsx";

/** How many names are written out before the rest is counted. */
const namesAtMost = 12;

/** What will come in, shown before anything is imported. */
export function PreviewSummary({ preview }: { preview: ImportPreview }) {
  const missing = preview.databases.filter(({ found }) => !found);
  const found = preview.databases.length - missing.length;
  return (
    <Facts>
      <Fact term="Format">{preview.form}</Fact>
      <Fact term="Items">{numberText(preview.items)}</Fact>
      {preview.systems.length > 0 ? <Fact term="Systems">{names(preview.systems)}</Fact> : null}
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
      <Fact term="Labels">{preview.labels === 0 ? "none in the file" : numberText(preview.labels)}</Fact>
      {preview.unknownFields.length > 0 ? (
        <Fact term="Other fields, imported unchanged">
          <span className="font-mono text-sm">{names(preview.unknownFields)}</span>
        </Fact>
      ) : null}
    </Facts>
  );
}

const names = (list: readonly string[]): string =>
  list.length <= namesAtMost
    ? list.join(", ")
    : `${list.slice(0, namesAtMost).join(", ")} and ${numberText(list.length - namesAtMost)} more`;
