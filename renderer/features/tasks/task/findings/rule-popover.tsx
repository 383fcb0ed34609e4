import { Fragment } from "react";
import { Popover } from "../../../../ui/popover.tsx";
import { textsOfRule } from "./rule-texts.ts";

/** The id of a rule; pressed, it says what the rule means and how to fix what it found. */
export function RulePopover({ rule }: { rule: string }) {
  const texts = textsOfRule(rule);
  const trigger = (
    <button type="button" className="rounded-sm font-mono text-sm text-accent hover:underline">
      {rule}
    </button>
  );
  return (
    <Popover trigger={trigger} label={`The rule ${rule}`} className="max-w-100 select-text">
      <h3 className="mb-1 font-mono text-sm font-semibold">{rule}</h3>
      {texts.length === 0 && <p className="text-muted">The documentation does not know this rule yet.</p>}
      <dl className="flex flex-col gap-2">
        {texts.map(({ severity, meaning, fix }) => (
          <div key={severity + meaning}>
            <dt className="text-sm text-muted">{severity}</dt>
            <dd>
              <InlineCode text={meaning} />
            </dd>
            <dd className="text-muted">
              <InlineCode text={fix} />
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** A line of Markdown that knows only `code`. */
function InlineCode({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move.
      <code key={index} className="text-sm">
        {piece}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
