import { Tooltip } from "../../../ui/tooltip.tsx";
import { boundsText, figureText, type NamedFigure } from "./figure-words.ts";

const columns = [
  { title: "Figure", definition: "" },
  { title: "Value", definition: "" },
  { title: "95 % by item", definition: "The middle 95 % of 2,000 draws of as many items." },
  {
    title: "95 % by database",
    definition: "The same, drawing whole databases, because items of one database resemble each other.",
  },
  {
    title: "SE",
    definition: "Standard error over items: Fleiss, Cohen and Everitt; Gwet; the jackknife of alpha.",
  },
];

/** Figures with their definitions and intervals, and in words why one is undefined. */
export function FigureRows({ label, rows }: { label: string; rows: readonly NamedFigure[] }) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
      <thead className="text-muted">
        <tr>
          {columns.map(({ title, definition }) => (
            <th
              key={title}
              scope="col"
              className="border-b px-3 pb-1 text-right font-medium whitespace-nowrap first:pl-0 first:text-left"
            >
              {definition === "" ? (
                title
              ) : (
                <Tooltip content={definition}>
                  <span>{title}</span>
                </Tooltip>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FigureRow key={row.name} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function FigureRow({ name, definition, figure }: NamedFigure) {
  const { value, undefinedBecause, standardError, byItem, byDatabase } = figure;
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="border-b py-1 pr-3 text-left font-normal whitespace-nowrap">
        <Tooltip content={definition}>
          <span>{name}</span>
        </Tooltip>
      </th>
      {value === null ? (
        <td colSpan={4} className="border-b py-1 pl-3 text-muted">
          Undefined: {undefinedBecause}
        </td>
      ) : (
        <>
          <td className="border-b px-3 text-right font-medium tabular-nums">{figureText(value)}</td>
          <Bounds {...byItem} />
          <Bounds {...byDatabase} />
          <td className="border-b pl-3 text-right text-muted tabular-nums">
            {standardError === null ? "–" : standardError.toFixed(3)}
          </td>
        </>
      )}
    </tr>
  );
}

function Bounds({ interval, resamples, undefinedResamples }: NamedFigure["figure"]["byItem"]) {
  const text = <span>{boundsText(interval)}</span>;
  const note = noteOf({ interval, resamples, undefinedResamples });
  return (
    <td className="border-b px-3 text-right whitespace-nowrap text-muted tabular-nums">
      {note === null ? text : <Tooltip content={note}>{text}</Tooltip>}
    </td>
  );
}

function noteOf({ interval, resamples, undefinedResamples }: NamedFigure["figure"]["byItem"]): string | null {
  if (resamples === 0) return "There are fewer than two to draw from.";
  if (undefinedResamples > 0)
    return `In ${undefinedResamples} of ${resamples} draws the figure is undefined.`;
  return interval === null ? "All draws give the same figure, so these items give no interval." : null;
}
