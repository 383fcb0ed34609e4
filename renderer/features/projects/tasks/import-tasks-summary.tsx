import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskImportPreview } from "#shared/contract/task-import.ts";
import { engineFacts } from "#shared/domain/engine.ts";
import { ProblemTable } from "../../../results/import/problem-table.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { Fact, Facts, Mark } from "../facts.tsx";

/** What will come in, shown before anything is imported. */
export function ImportTasksSummary({ preview }: { preview: TaskImportPreview }) {
  const { form, tasks, engine, groundTruths, exceptions, databases, problems, findings } = preview;
  const { error, warning, info } = findings;
  // Of files that hold no task there is nothing to say but why.
  if (tasks === 0 && problems.length > 0) return <Problems problems={problems} />;
  return (
    <div className="flex flex-col gap-3">
      <Facts>
        <Fact term="Format">{form}</Fact>
        <Fact term="Tasks">{numberText(tasks)}</Fact>
        {groundTruths === null ? null : (
          <Fact term="Ground truth">
            <Mark good={groundTruths === tasks}>
              {numberText(groundTruths)} of {countText(tasks, "task")}
            </Mark>
          </Fact>
        )}
        {exceptions === null ? null : (
          <Fact term="Exceptions">{countText(exceptions, "line")} let findings or mutants pass</Fact>
        )}
        <Fact term="Run on">{engineFacts[engine].label}; you can change it in Settings</Fact>
        {preview.folderBefore === null ? null : (
          <Fact term="Databases">
            <Mark good={false}>
              <span className="break-all">{preview.folderBefore}</span> so far. The import changes the folder
              for all tasks of the project.
            </Mark>
          </Fact>
        )}
        <Fact term="Findings in the files">
          {error + warning + info === 0
            ? "none"
            : `${countText(error, "error")}, ${countText(warning, "warning")}, ${countText(info, "note")}; they are saved with the tasks`}
        </Fact>
      </Facts>
      <Databases databases={databases} engine={engine} />
      <FileFindings findings={preview.fileFindings} />
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  );
}

/** Which lines cannot be read, or why the file as a whole is none of tasks. */
function Problems({ problems }: Pick<TaskImportPreview, "problems">) {
  const ofLines = problems.filter(({ row }) => row !== null).length;
  const title =
    ofLines === 0 ? "No task can be read" : `${countText(ofLines, "line", "lines")} cannot be read`;
  return <ProblemTable problems={problems} namesFiles title={title} />;
}

function Databases({ databases, engine }: Pick<TaskImportPreview, "databases" | "engine">) {
  const unreadable = `, which ${engineFacts[engine].label} cannot read`;
  const count = (value: number | null): ReactNode =>
    value === null ? <span className="text-faint">none</span> : numberText(value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <section aria-label="Databases" tabIndex={0} className="max-h-48 overflow-auto rounded-md border">
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-raised text-muted">
          <tr className="border-b">
            {["Database", "Tasks", "Knowledge", "Meanings", "Schema", "Found in the folder"].map(
              (heading) => (
                <th key={heading} scope="col" className="px-3 py-1 font-medium">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {databases.map((database) => (
            <tr key={database.name} className="border-b last:border-b-0">
              <td className="px-3 py-1 font-medium">{database.name}</td>
              <td className="px-3 py-1">{numberText(database.tasks)}</td>
              <td className="px-3 py-1">{count(database.knowledgeNodes)}</td>
              <td className="px-3 py-1">{count(database.columnMeanings)}</td>
              <td className="px-3 py-1">{count(database.schemaTables)}</td>
              <td className="px-3 py-1">
                <Mark good={database.isReadable && !database.isSample}>
                  {database.template === null ? (
                    "missing: its tasks can be read but not run"
                  ) : (
                    <>
                      <span className="break-all">{database.template}</span>
                      {!database.isReadable && unreadable}
                      {database.isSample &&
                        ": the schema with a few rows of each table, not the whole database"}
                    </>
                  )}
                </Mark>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What is wrong with the files rather than with one task. */
function FileFindings({ findings }: { findings: TaskImportPreview["fileFindings"] }) {
  if (findings.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <ul aria-label="In the files" tabIndex={0} className="max-h-32 overflow-auto rounded-md border px-3 py-2">
      {findings.map(({ rule, message, where }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings have no identity of their own.
        <li key={index} className="flex items-start gap-1.5 text-sm" title={rule}>
          <TriangleAlert size={14} className="mt-0.25 shrink-0 text-warning" aria-hidden />
          {where.kind === "file" && where.line !== null ? `Line ${numberText(where.line)}: ` : ""}
          {message}
        </li>
      ))}
    </ul>
  );
}
