import type { InputProblem } from "#shared/contract/errors.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { numberText } from "../../ui/time-text.ts";

/** How many problems are drawn; all of them can be copied. */
const shownAtMost = 200;

interface ProblemTableProps {
  problems: readonly InputProblem[];
  title: string;
  /** Whether each is shown with its file, where more than one was read. */
  namesFiles?: boolean;
}

/** What is wrong with a file: where, what, and how to mend it. */
export function ProblemTable({ problems, title, namesFiles = false }: ProblemTableProps) {
  const shown = problems.slice(0, shownAtMost);
  const headings = [...(namesFiles ? ["File"] : []), "Row", "Field", "What is wrong", "What to do"];
  return (
    <section aria-label="Problems" className="rounded-md border">
      <div className="flex items-center justify-between border-b bg-panel py-0.5 pr-1 pl-3">
        <h3 className="font-medium text-error">{title}</h3>
        <CopyButton text={() => problemsText(problems)} label="Copy all problems" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <section className="max-h-64 overflow-auto" tabIndex={0} aria-label="List of problems">
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-raised text-muted">
            <tr className="border-b">
              {headings.map((heading) => (
                <th key={heading} scope="col" className="px-3 py-1 font-medium">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="select-text">
            {shown.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity of their own.
              <tr key={index} className="border-b align-top last:border-b-0">
                {namesFiles ? <td className="max-w-48 px-3 py-1 break-all">{problem.file}</td> : null}
                <td className="px-3 py-1 text-right text-muted">
                  {problem.row === null ? "" : numberText(problem.row)}
                </td>
                <td className="px-3 py-1 font-mono text-muted">{problem.field ?? ""}</td>
                <td className="px-3 py-1 break-words">{problem.reason}</td>
                <td className="px-3 py-1 break-words text-muted">{problem.fix}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {problems.length > shownAtMost ? (
        <p className="border-t px-3 py-1 text-sm text-muted">
          The first {numberText(shownAtMost)} are shown; copy to see all of them.
        </p>
      ) : null}
    </section>
  );
}

/** All problems as tab-separated lines, for a mail or a spreadsheet. */
export function problemsText(problems: readonly InputProblem[]): string {
  const lines = problems.map(({ file, row, field, reason, fix }) =>
    [file, row ?? "", field ?? "", reason, fix].join("\t"),
  );
  return ["file\trow\tfield\twhat is wrong\twhat to do", ...lines].join("\n");
}
