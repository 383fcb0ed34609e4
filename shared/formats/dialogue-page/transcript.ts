import { actionText } from "../../dialogue/action-text.ts";
import { graftWords } from "../../dialogue/graft-words.ts";
import type { Dialogue, DialogueEnd, DialogueTurn, SystemAction } from "../../domain/dialogue.ts";
import { escapeHtml } from "../page/markup.ts";

/** What each end of a dialogue means. */
const endWords: Record<DialogueEnd, string> = {
  solved: "solved",
  failed: "failed",
  "turns-used": "failed: the turns are used up",
  "budget-used": "failed: the budget is used up",
  "system-stopped": "failed: the system stopped",
  infrastructure: "infrastructure failure",
  "not-judged": "not judged",
};

/** A dialogue that opens to its transcript; `id` is its fragment in the page, inside what opens so that a link opens it. */
export function transcript(dialogue: Dialogue, id: string): string {
  const { instanceId, system, trial, reward, end, reason, fault, turns, settings } = dialogue;
  const tone = end === "solved" ? "good" : end === "infrastructure" || end === "not-judged" ? "dim" : "bad";
  const rules = `${settings.protocol}-Interact, ${settings.profile} ${settings.behaviour}, patience ${settings.patience}${escapeHtml(graftWords(settings))}`;
  const notes = [reason, fault && `${faultWords(fault.fault)} ${fault.reason}`].filter(
    (note) => note != null,
  );
  return `<details><summary><b>${escapeHtml(instanceId)}</b> ${escapeHtml(system)}, trial ${trial + 1}:
<span class="${tone}">${endWords[end]}</span>, reward ${reward}</summary>
<p id="${id}">${rules}; with ${escapeHtml(dialogue.simulator)}; seed ${dialogue.seed}.</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join("\n")}
<ol>${turns.map(turnOf).join("\n")}</ol></details>
`;
}

function faultWords(fault: string | null): string {
  return fault === null
    ? "No fault."
    : fault === "undetermined"
      ? "Fault undetermined."
      : `Fault of the ${fault}.`;
}

function turnOf(turn: DialogueTurn): string {
  const { action, observation, answer, budgetBefore, budgetAfter } = turn;
  const heading = `${turn.turn}. <span class="chip">${action.kind}</span>`;
  const leaks = answer?.leaks.map(({ words, of }) => `gives away the ${of}: “${words}”`) ?? [];
  const contradictions = (answer?.contradictions ?? []).map(
    ({ words, sql, turn: other }) =>
      `contradicts ${other === null ? "the gold" : `turn ${other}`}: “${words}” for ${sql}`,
  );
  return `<li><div>${heading}<br><small>phase ${turn.phase}, ${budgetBefore} → ${budgetAfter}</small></div>
<div>${saidBy(action)}</div>
<div class="who">${replyHeading(turn)}</div>
<div>${quoted(observation, action.kind)}${[...leaks, ...contradictions].map((note) => `<span class="bad">${escapeHtml(note)}</span>`).join("<br>")}</div></li>`;
}

function saidBy(action: SystemAction): string {
  const text = actionText(action);
  return text === "" ? "" : quoted(text, action.kind);
}

/** What user and system say to each other is prose; anything else keeps its columns. */
function quoted(text: string, kind: SystemAction["kind"]): string {
  return `<pre${kind === "ask" ? ' class="prose"' : ""}>${escapeHtml(text)}</pre>`;
}

function replyHeading({ refused, passed, answer, reward, action }: DialogueTurn): string {
  if (refused) return '<span class="bad">refused</span>';
  if (passed !== null)
    return passed ? `<span class="good">passed</span>, reward ${reward}` : '<span class="bad">failed</span>';
  if (action.kind !== "ask") return "environment";
  const kinds = answer?.actions.map(({ kind }) => `<span class="chip">${kind}</span>`) ?? [];
  return ["user", ...kinds].join(" ");
}
