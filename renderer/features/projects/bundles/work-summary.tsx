import type { WorkReport } from "#shared/contract/bundles.ts";
import { countText, numberText } from "../../../ui/time-text.ts";
import { Fact, Facts, Mark } from "../facts.tsx";

/** What bringing work back comes to: what is new, what is there already, and each verdict that is not taken. */
export function WorkSummary({ report }: { report: WorkReport }) {
  const { reviewer, isSigned, items, changes, unchanged, missing, extra } = report;
  const notTaken = [
    ...report.conflicts.map(({ there, inFile, ...about }) => ({ ...about, there, inFile })),
    ...report.leftOut.map(({ reason, ...about }) => ({ ...about, there: reason, inFile: "" })),
  ];
  return (
    <div className="flex flex-col gap-3">
      <Facts>
        <Fact term="Verdicts of">
          <Mark good={isSigned}>{isSigned ? `${reviewer}, as signed` : `${reviewer}, on your word`}</Mark>
        </Fact>
        <Fact term="New">
          {items === 0
            ? "Nothing of it is new: all is here already, or is not taken."
            : `verdicts on ${countText(items, "item")} (${countText(changes, "change")})`}
        </Fact>
        {unchanged > 0 ? <Fact term="Here already">{countText(unchanged, "item")}</Fact> : null}
        {missing > 0 ? (
          <Fact term="Not in the project">
            <Mark good={false}>{countText(missing, "item")}</Mark>
          </Fact>
        ) : null}
        {extra > 0 ? (
          <Fact term="Extra opinions">
            {countText(extra, "slot")} went to others meanwhile; the opinions are kept beside theirs.
          </Fact>
        ) : null}
        {report.conflictCount > 0 ? (
          <Fact term="In conflict">
            <Mark good={false}>
              {countText(report.conflictCount, "item")} got another verdict here meanwhile, which stays
            </Mark>
          </Fact>
        ) : null}
        {report.leftOutCount > 0 ? (
          <Fact term="Left out">
            <Mark good={false}>{countText(report.leftOutCount, "item")}</Mark>
          </Fact>
        ) : null}
      </Facts>
      {notTaken.length > 0 ? <NotTaken rows={notTaken} /> : null}
    </div>
  );
}

interface Row {
  index: number;
  question: string;
  dbId: string;
  /** The verdict here, or why the one of the file is left out. */
  there: string;
  inFile: string;
}

function NotTaken({ rows }: { rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <section className="max-h-56 overflow-auto rounded-md border" tabIndex={0} aria-label="Not taken">
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-raised text-muted">
          <tr className="border-b">
            {["Item", "Question", "Here, which stays", "In the file"].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="select-text">
          {rows.map(({ index, question, dbId, there, inFile }) => (
            <tr key={index} className="border-b align-top last:border-b-0">
              <td className="px-3 py-1">{numberText(index + 1)}</td>
              <td className="max-w-56 px-3 py-1 break-words">
                {question}
                <span className="block text-muted">{dbId}</span>
              </td>
              <td className="max-w-56 px-3 py-1 break-words">{there}</td>
              <td className="max-w-56 px-3 py-1 break-words">{inFile}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
