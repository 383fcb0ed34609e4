import { ChevronRight, CircleX, Info, type LucideIcon, ShieldCheck } from "lucide-react";
import { type ReactNode, useCallback, useId, useState } from "react";
import { propertyMeanings, propertySign } from "#shared/certificate/certificate-words.ts";
import type { PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import { PropertyIcon } from "../../../../results/certificate/property-icon.tsx";
import { ownWordsOf, propertyWords, wordsOfCounts } from "../../../../results/certificate/property-words.ts";
import { classes } from "../../../../ui/classes.ts";
import { countText, numberText } from "../../../../ui/time-text.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";

export interface PropertyLineProps {
  name: PropertyName;
  /** Undefined where it is not known yet. */
  result: PropertyResult | undefined;
  /** It is of the run before, or the certificate is void. */
  isOld: boolean;
  /** It is being judged now. */
  isNext: boolean;
  /** It was not judged for what another property did not hold. */
  isFollowing: boolean;
  /** What was found, and what is let pass; below what was counted. */
  children: ReactNode;
}

/** A property of the certificate: whether it holds, what was counted, and under it all that shows it; open by itself where it does not hold. */
export function PropertyLine({ name, result, isOld, isNext, isFollowing, children }: PropertyLineProps) {
  const id = useId();
  const { title, share } = propertyWords[name];
  const sign = result && propertySign(result);
  const opensItself = sign === "fails" || (sign === "not-judged" && !isFollowing);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? opensItself;
  const counted = result?.applies === true && result.holds !== null ? (share(result.counts) ?? "–") : null;
  const reveal = useCallback((line: HTMLButtonElement) => {
    setChosen(true);
    requestAnimationFrame(() => line.scrollIntoView({ block: "nearest" }));
    line.focus({ preventScroll: true });
  }, []);
  const said = result === undefined ? (isNext ? "is being judged" : "") : (counted ?? result.reason ?? "");
  return (
    <li className={classes("border-b", isOld && "text-muted")}>
      <button
        ref={useJumpTarget<HTMLButtonElement>(`property ${name}`, reveal)}
        type="button"
        data-line
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        className="flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        {isNext && result === undefined ? (
          <span className="spinner text-accent" />
        ) : (
          <PropertyIcon result={result} />
        )}
        {/* What was counted is never cut: beside the title where there is room, else below it. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <span className="w-22 shrink-0 font-medium">{title}</span>
          <span className="line-clamp-2 min-w-21 flex-1 text-sm text-muted" title={said}>
            {said}
          </span>
        </span>
        {result !== undefined && <Marks result={result} />}
        <ChevronRight
          size={13}
          aria-hidden
          className={classes("shrink-0 text-faint", isOpen && "rotate-90")}
        />
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-1.5 pb-2">
          <p className="px-3 pl-9 text-sm text-muted select-text">{propertyMeanings[name]}</p>
          {result?.reason != null && (
            <p className="px-3 pl-9 select-text">
              {sign === "not-judged" && "Not judged: "}
              {result.reason}
            </p>
          )}
          {children}
          {result !== undefined && <Counts name={name} counts={result.counts} />}
        </div>
      )}
    </li>
  );
}

/** How much there is to read: what breaks it, what is let pass, what is worth knowing. */
function Marks({ result: { exceptions, findings } }: { result: PropertyResult }) {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return (
    <span className="flex shrink-0 gap-1.5">
      <Mark icon={CircleX} colour="text-error" count={errors} one="finding" />
      <Mark icon={ShieldCheck} colour="text-warning" count={exceptions.length} one="exception" />
      <Mark icon={Info} colour="text-accent" count={findings.length - errors} one="note" />
    </span>
  );
}

interface MarkProps {
  icon: LucideIcon;
  colour: string;
  count: number;
  one: string;
}

function Mark({ icon: Icon, colour, count, one }: MarkProps) {
  if (count === 0) return null;
  const words = countText(count, one);
  return (
    <span title={words} className="inline-flex items-center gap-0.5 text-sm">
      <Icon size={12} role="img" aria-label={words} className={colour} />
      <span aria-hidden>{numberText(count)}</span>
    </span>
  );
}

function Counts({ name, counts }: { name: PropertyName; counts: PropertyResult["counts"] }) {
  const lines = Object.entries(counts).flatMap(([key, count]) => {
    const own = ownWordsOf[name]?.[key];
    const words = own === undefined ? wordsOfCounts[key] : own;
    return words == null ? [] : [{ key, words, count }];
  });
  if (lines.length === 0) return null;
  return (
    <dl className="px-3 pl-9 text-sm text-muted">
      {lines.map(({ key, words, count }) => (
        <div key={key} className="flex flex-row-reverse justify-end gap-2">
          <dt>{words}</dt>
          <dd className="w-8 shrink-0 text-right text-ink tabular-nums">{numberText(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
