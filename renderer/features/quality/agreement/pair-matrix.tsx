import { useState } from "react";
import type { AgreementDetails } from "#shared/contract/agreement-figures.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { classes } from "../../../ui/classes.ts";
import { countText, numberText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { FigureRows } from "./figure-rows.tsx";
import { figuresOfPair, figureText } from "./figure-words.ts";

type Pair = AgreementDetails["pairs"][number];

interface PairMatrixProps {
  pairs: readonly Pair[];
  labels: readonly string[];
  form: VerdictForm;
}

/** Cohen's kappa of every two people who judged an item in common; a cell opens what it stands on. */
export function PairMatrix({ pairs, labels, form }: PairMatrixProps) {
  const people = [...new Set(pairs.flatMap((pair) => pair.people))].sort();
  const byPeople = new Map(pairs.map((pair) => [pair.people.join("\0"), pair]));
  const [chosen, choose] = useState<string | null>(null);
  const open = byPeople.get(chosen ?? "");
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
      <table aria-label="Cohen's kappa by pair" className="border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr>
            <td />
            {people.slice(1).map((person) => (
              <th key={person} scope="col" className="max-w-24 truncate px-1 pb-1 font-normal text-muted">
                {person}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.slice(0, -1).map((one, row) => (
            <tr key={one}>
              <th scope="row" className="max-w-40 truncate pr-2 text-left font-normal">
                {one}
              </th>
              {people.slice(1).map((other, column) => {
                const key = `${one}\0${other}`;
                return (
                  <td key={other} className="p-0">
                    {column >= row && (
                      <PairCell
                        pair={byPeople.get(key)}
                        isOpen={chosen === key}
                        onOpen={() => choose(chosen === key ? null : key)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {open && <PairDetail pair={open} labels={labels} form={form} />}
    </div>
  );
}

function PairCell({ pair, isOpen, onOpen }: { pair: Pair | undefined; isOpen: boolean; onOpen(): void }) {
  if (pair === undefined)
    return (
      <Tooltip content="The two have judged no item in common.">
        <div className="flex h-10 min-w-16 items-center justify-center rounded-sm bg-sunken text-faint">
          –
        </div>
      </Tooltip>
    );
  const { people, items, cohenKappa } = pair;
  const said = `${people[0]} and ${people[1]}: ${figureText(cohenKappa.value)} on ${countText(items, "item")}`;
  return (
    <Tooltip content={cohenKappa.undefinedBecause ?? said}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className={classes(
          "relative flex h-10 w-full min-w-16 flex-col items-center justify-center overflow-hidden rounded-sm border px-1 leading-tight tabular-nums",
          isOpen ? "border-accent" : "border-line hover:border-line-strong",
        )}
      >
        <span
          aria-hidden
          className="absolute inset-0 bg-accent-fill"
          style={{ opacity: cohenKappa.value === null ? 0 : Math.max(0, cohenKappa.value) * 0.28 }}
        />
        <span className="sr-only">{said}</span>
        <span
          aria-hidden
          className={classes("relative", cohenKappa.value === null ? "text-muted italic" : "font-medium")}
        >
          {cohenKappa.value === null ? "undef." : figureText(cohenKappa.value)}
        </span>
        <span aria-hidden className="relative text-xs text-muted">
          {numberText(items)}
        </span>
      </button>
    </Tooltip>
  );
}

/** The labels that two people gave the same items, and the figures that follow. */
function PairDetail({ pair, labels, form }: { pair: Pair; labels: readonly string[]; form: VerdictForm }) {
  const [one, other] = pair.people;
  return (
    <section aria-label={`${one} and ${other}`} className="flex max-w-200 min-w-120 flex-1 flex-col gap-3">
      <h3 className="font-semibold">
        {one} and {other} · {countText(pair.items, "item")}
      </h3>
      <table aria-label="Their labels" className="w-fit border-separate border-spacing-0 text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="border-b pr-3 pb-1 text-left font-normal">
              {one} ↓ · {other} →
            </th>
            {labels.map((label) => (
              <th key={label} scope="col" className="border-b px-3 pb-1 text-right font-medium">
                {labelName(form, label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pair.table.map((counts, row) => (
            <tr key={labels[row]}>
              <th scope="row" className="border-b py-1 pr-3 text-left font-medium text-muted">
                {labelName(form, labels[row] ?? "")}
              </th>
              {counts.map((count, column) => (
                <td
                  key={labels[column]}
                  className={classes(
                    "border-b px-3 text-right tabular-nums",
                    row === column ? "font-medium" : count === 0 && "text-faint",
                  )}
                >
                  {numberText(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FigureRows label={`Figures of ${one} and ${other}`} rows={figuresOfPair(pair)} />
    </section>
  );
}
