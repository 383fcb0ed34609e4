import { useMemo } from "react";
import type { DialogueView, TurnReading } from "#shared/contract/dialogues.ts";
import type { DialogueTurn } from "#shared/domain/dialogue.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { SettledSign } from "../../../results/settled-sign.tsx";
import { type CodeMark, CodeViewer } from "../../../ui/code-editor/index.ts";
import { AmbiguityBadge } from "./action-chips.tsx";
import { goldMarks, locatedMarks, spokenOf } from "./gold-marks.ts";
import { joinedSql } from "./turn-texts.ts";

const noLinks: never[] = [];
const nothing = (): void => undefined;

interface GoldPaneProps {
  view: DialogueView;
  /** The turn one stands at; undefined before the first. */
  turn: DialogueTurn | undefined;
}

/** The gold of the phase one stands in; what the answer of this turn spoke of is lit. */
export function GoldPane({ view, turn }: GoldPaneProps) {
  const phase = turn?.phase ?? 1;
  const { goldSql, followUp } = view.task;
  const statements = phase === 1 ? goldSql : followUp?.goldSql;
  const gold = useMemo(() => joinedSql(statements ?? []), [statements]);
  const actions = turn?.answer?.actions;
  const marks = useMemo(
    () => (phase === 1 ? goldMarks(gold, view, actions ?? []) : locatedMarks(gold, actions ?? [])),
    [phase, gold, view, actions],
  );
  const reveal = useMemo(() => {
    const range = spokenOf(gold, phase === 1 ? view.places : [], actions ?? []);
    return range === null ? null : { from: range.from, to: range.from, focus: false };
  }, [gold, phase, view, actions]);
  return (
    <CodePane title={`Gold, phase ${phase}`}>
      <CodeViewer
        value={gold.text}
        marks={marks}
        links={noLinks}
        wrap
        label={`gold of phase ${phase}`}
        reveal={reveal}
        onLink={nothing}
      />
    </CodePane>
  );
}

/** The last submission up to the turn one stands at, and what it does not share with the gold. */
export function SubmissionPane({ view, turns }: { view: DialogueView; turns: readonly DialogueTurn[] }) {
  const turn = turns.findLast(({ action }) => action.kind === "submit");
  const sql = turn?.action.kind === "submit" ? turn.action.sql : null;
  const { goldSql, followUp } = view.task;
  const gold = turn?.phase === 2 ? followUp?.goldSql : goldSql;
  const { text, marks, reveal } = useMemo(() => {
    const own = joinedSql(sql ?? []).text;
    const changed = diffTokens(joinedSql(gold ?? []).text, own).b;
    const [first] = changed;
    return {
      text: own,
      reveal: first === undefined ? null : { from: first.from, to: first.from, focus: false },
      marks: changed.map(
        (range): CodeMark => ({ ...range, kind: "removed", message: "The gold has something else here" }),
      ),
    };
  }, [sql, gold]);
  return (
    <CodePane
      title={turn === undefined ? "Submitted SQL" : `Submitted SQL, turn ${turn.turn}`}
      note={turn !== undefined && turn.passed !== null && <PassedSign passed={turn.passed} />}
    >
      {turn === undefined ? (
        <p className="p-3 text-muted">Nothing has been submitted up to this turn.</p>
      ) : (
        <CodeViewer
          value={text}
          marks={marks}
          links={noLinks}
          wrap
          label="submitted SQL"
          reveal={reveal}
          onLink={nothing}
        />
      )}
    </CodePane>
  );
}

interface CodePaneProps {
  title: string;
  note?: React.ReactNode;
  children: React.ReactNode;
}

function CodePane({ title, note, children }: CodePaneProps) {
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-7 shrink-0 items-center gap-2 border-b bg-panel px-3 text-sm">
        <h3 className="flex-1 font-medium text-muted">{title}</h3>
        {note}
      </div>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </section>
  );
}

interface ReadingsPaneProps {
  task: DialogueView["task"];
  /** How the ambiguities stand at the turn one stands at; undefined before the first. */
  reading: TurnReading | undefined;
  /** What the last submission up to there wrote in place of each snippet; null where there is none. */
  written: readonly (string | null)[] | null;
}

/** The ambiguities: what the answers so far have settled, and how the last submission has read each. */
export function ReadingsPane({ task, reading, written }: ReadingsPaneProps) {
  return (
    <section aria-label="Readings settled so far" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-7 shrink-0 items-center border-b bg-panel px-3 text-sm">
        <h3 className="font-medium text-muted">Readings settled so far</h3>
      </div>
      {task.ambiguities.length === 0 ? (
        <p className="p-3 text-muted">The task has no ambiguities.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard.
        <ul aria-label="Readings" tabIndex={0} className="min-h-0 flex-1 overflow-auto select-text">
          {task.ambiguities.map(({ term, sqlSnippet }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ambiguity's number is its identity.
            <li key={index} className="flex gap-2 border-b px-3 py-1.5">
              <span className="pt-0.5">
                <AmbiguityBadge index={index} />
              </span>
              <div className="min-w-0 flex-1">
                <div className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate" title={term}>
                    {term}
                  </span>
                  <SettledSign state={settledState(reading, index)} who="The answers so far say" />
                </div>
                <code className="block font-mono text-sm break-words text-muted">{sqlSnippet}</code>
                <Written gold={sqlSnippet} written={written?.[index] ?? null} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function settledState(reading: TurnReading | undefined, index: number) {
  if (reading?.settled.includes(index)) return "settled";
  return reading?.partly.includes(index) ? "partly" : "open";
}

/** What the submission has in place of the snippet, where it is something else. */
function Written({ gold, written }: { gold: string; written: string | null }) {
  if (written === null || diffTokens(gold, written).b.length + diffTokens(gold, written).a.length === 0)
    return null;
  return (
    <div className="text-sm break-words text-removed">
      submitted: <code className="font-mono">{written}</code>
    </div>
  );
}
