import { type Axis, axisOf } from "./axis.ts";
import { classes } from "./classes.ts";
import { numberText } from "./time-text.ts";
import { Tooltip } from "./tooltip.tsx";

/** A row of a bar table. */
export interface BarRow {
  key: string;
  title: string;
  /** What the title means, on hover; "" where it needs no words. */
  definition: string;
  /** How long its bar is. */
  count: number;
  /** The further columns. */
  cells: readonly string[];
  /** What its title leads to; null: nowhere. */
  onOpen: (() => void) | null;
}

/** Rows under a heading of their own; "": under none. */
export interface BarGroup {
  title: string;
  definition: string;
  rows: readonly BarRow[];
}

export interface BarTableProps {
  label: string;
  /** What the rows are, what is counted, and what the further columns hold, each with its definition. */
  columns: readonly { title: string; definition: string }[];
  groups: readonly BarGroup[];
}

/** A plot that is a table: each row draws its count as a bar on one axis, and says it as a number. */
export function BarTable({ label, columns, groups }: BarTableProps) {
  const axis = axisOf(Math.max(0, ...groups.flatMap(({ rows }) => rows.map(({ count }) => count))));
  const [names, counts, ...others] = columns;
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
      <thead className="text-muted">
        <tr>
          <Heading {...names} className="pr-3 text-left" />
          <Heading {...counts} className="w-full text-left" />
          {others.map((column) => (
            <Heading key={column.title} {...column} className="pl-3 text-right" />
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={group.title} group={group} axis={axis} columns={columns.length} />
      ))}
      <tfoot aria-hidden>
        <tr>
          <td />
          <td>
            <div className="relative mr-14 h-4">
              {axis.ticks.map((tick) => (
                <span
                  key={tick}
                  className="absolute -translate-x-1/2 text-xs text-faint"
                  style={{ left: `${(100 * tick) / axis.end}%` }}
                >
                  {numberText(tick)}
                </span>
              ))}
            </div>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

interface HeadingProps {
  title?: string;
  definition?: string;
  className: string;
}

function Heading({ title, definition = "", className }: HeadingProps) {
  return (
    <th scope="col" className={classes("pb-1 font-medium whitespace-nowrap", className)}>
      <Defined text={title ?? ""} definition={definition} />
    </th>
  );
}

function Defined({ text, definition }: { text: string; definition: string }) {
  if (definition === "") return text;
  return (
    <Tooltip content={definition}>
      <span>{text}</span>
    </Tooltip>
  );
}

function Group({ group, axis, columns }: { group: BarGroup; axis: Axis; columns: number }) {
  const { title, definition, rows } = group;
  return (
    <tbody>
      {title !== "" && (
        <tr>
          <th scope="rowgroup" colSpan={columns} className="pt-1.5 pb-0.5 text-left font-medium">
            <Defined text={title} definition={definition} />
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <tr key={row.key} className="hover:bg-hover">
          <th scope="row" className="max-w-56 truncate py-0.5 pr-3 text-left font-normal whitespace-nowrap">
            <RowTitle row={row} />
          </th>
          <td className="h-6 p-0">
            <CountBar count={row.count} said={saidOf(row)} axis={axis} />
          </td>
          {row.cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are in the order of the columns.
            <td key={at} className="pl-3 text-right whitespace-nowrap text-muted">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function RowTitle({ row: { title, definition, onOpen } }: { row: BarRow }) {
  if (onOpen === null) return <Defined text={title} definition={definition} />;
  const button = (
    <button type="button" onClick={onOpen} className="max-w-full truncate text-accent hover:underline">
      {title}
    </button>
  );
  return definition === "" ? button : <Tooltip content={definition}>{button}</Tooltip>;
}

const saidOf = ({ title, count, cells }: BarRow): string =>
  [`${title}: ${numberText(count)}`, ...cells.filter((cell) => cell !== "")].join(" · ");

function CountBar({ count, said, axis }: { count: number; said: string; axis: Axis }) {
  return (
    <div className="flex h-full items-center">
      <Tooltip content={said} side="top">
        <div aria-hidden className="relative h-full min-w-16 flex-1 border-l border-line-control">
          {axis.ticks.slice(1).map((tick) => (
            <span
              key={tick}
              className="absolute inset-y-0 border-l border-line"
              style={{ left: `${(100 * tick) / axis.end}%` }}
            />
          ))}
          <span
            className="absolute inset-y-1 left-0 rounded-r-sm bg-accent-fill"
            style={{ width: `${(100 * count) / axis.end}%` }}
          />
        </div>
      </Tooltip>
      <span className={classes("w-14 shrink-0 pl-2 text-right", count === 0 && "text-faint")}>
        {numberText(count)}
      </span>
    </div>
  );
}
