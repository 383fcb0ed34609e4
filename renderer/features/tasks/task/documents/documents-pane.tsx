import { WrapText } from "lucide-react";
import { useMemo } from "react";
import { type CodeMark, CodeViewer } from "../../../../ui/code-editor/index.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { findingMarks } from "../findings/finding-marks.ts";
import type { FindingsHere } from "../findings/findings-by-place.ts";
import { SeverityIcon } from "../findings/severity-icon.tsx";
import { worstSeverity } from "../findings/shown-findings.ts";
import type { TaskDocument } from "./task-documents.ts";

export interface DocumentsPaneProps {
  documents: readonly TaskDocument[];
  shown: TaskDocument;
  onShow(id: string): void;
  wrap: boolean;
  onWrap(wrap: boolean): void;
  /** Marks besides findings: the snippets of the ambiguities. */
  marks: readonly CodeMark[];
  findingsOf(id: string): FindingsHere;
  reveal: { from: number; to: number; focus: boolean } | null;
  onPlace(offset: number): void;
}

/** The code of a task, one text at a time: gold, test scripts, what is run around it. */
export function DocumentsPane(props: DocumentsPaneProps) {
  const { documents, shown, onShow, wrap, onWrap, marks, findingsOf, reveal, onPlace } = props;
  const { placed } = findingsOf(shown.id);
  const all = useMemo(() => [...marks, ...findingMarks(shown.text, placed)], [marks, shown.text, placed]);
  const tabs = documents.map(({ id, title }) => {
    const { placed: inside, whole } = findingsOf(id);
    const worst = worstSeverity([...inside, ...whole]);
    return { value: id, title, badge: worst && <SeverityIcon severity={worst} size={12} /> };
  });
  return (
    <Tabs
      label="Code of the task"
      tabs={tabs}
      value={shown.id}
      onChange={onShow}
      tools={
        <>
          <IconButton
            size="sm"
            icon={WrapText}
            label="Wrap long lines"
            keys="w"
            pressed={wrap}
            onClick={() => onWrap(!wrap)}
          />
          <CopyButton text={shown.text} label={`Copy ${shown.title.toLowerCase()}`} />
        </>
      }
    >
      {shown.text === "" ? (
        <p className="p-3 text-muted">
          {shown.kind === "gold"
            ? "The gold SQL is withheld. Import the file with the ground truth to see and run it."
            : "Empty"}
        </p>
      ) : (
        <div className="min-h-0 flex-1">
          <CodeViewer
            value={shown.text}
            language={shown.language}
            marks={all}
            links={noLinks}
            wrap={wrap}
            label={shown.title}
            reveal={reveal}
            onLink={noLink}
            onPlace={onPlace}
          />
        </div>
      )}
    </Tabs>
  );
}

const noLinks: [] = [];
const noLink = (): void => {};
