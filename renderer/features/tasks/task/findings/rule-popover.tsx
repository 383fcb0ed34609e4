import { certificateRules } from "#shared/certificate/certificate-rules.ts";
import { ruleOf } from "#shared/findings/registry.ts";
import { Popover } from "../../../../ui/popover.tsx";

/** The id of a rule; pressed, it says what the rule means and how to fix what it found. */
export function RulePopover({ rule }: { rule: string }) {
  const trigger = (
    <button type="button" className="rounded-sm font-mono text-sm text-accent hover:underline">
      {rule}
    </button>
  );
  const checked = ruleOf(rule);
  const known = checked ?? certificateRules[rule] ?? null;
  return (
    <Popover trigger={trigger} label={`The rule ${rule}`} className="max-w-100 select-text">
      <h3 className="mb-1 font-mono text-sm font-semibold">{rule}</h3>
      {known === null ? (
        <p className="text-muted">
          Another version of Querent reported this; this one does not know the rule.
        </p>
      ) : (
        <>
          <p>{withCode(known.meaning)}</p>
          <p className="mt-2 text-muted">{withCode(known.fix)}</p>
          {checked !== null && (
            <dl className="mt-2 text-sm text-muted">
              {Object.entries(severitiesOf(checked.severity)).map(([severity, when]) => (
                <div key={severity} className="flex gap-1">
                  <dt>{severity}</dt>
                  <dd>{when}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </Popover>
  );
}

function severitiesOf(severity: string | Partial<Record<string, string>>): Partial<Record<string, string>> {
  return typeof severity === "string" ? { [severity]: "" } : severity;
}

/** A line of Markdown that knows only `code`. */
function withCode(text: string) {
  return text.split("`").map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move.
      <code key={index} className="text-sm">
        {piece}
      </code>
    ),
  );
}
