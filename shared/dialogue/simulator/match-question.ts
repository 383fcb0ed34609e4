import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { type Candidate, candidatesOf, isEntity, phrasesOfAmbiguities, tableWords } from "./candidates.ts";
import { saidFunction } from "./function-cues.ts";
import { placesAsked } from "./output-column.ts";
import { type AskedRoles, askedRoles, asksSource, type QuestionRole } from "./question-roles.ts";
import { askedWords } from "./question-words.ts";
import { offeredWork, refusalReason, worldlyWords } from "./refusal.ts";
import { isSameWord, type SaidText, saidText } from "./said-text.ts";
import { keysSaid, type ValueKey } from "./said-values.ts";
import { type AskedQuestion, hasPhrase, scoreOf } from "./score-candidate.ts";
import { roundsNumber, tellsCase } from "./told-case.ts";
import { askedSorts } from "./value-sort.ts";
import { wordEvidence } from "./word-evidence.ts";

/** A candidate has to reach this to be what a question is about; where most of its words are strange to the task, more. */
const leastScore = 0.08;
const leastOfStrange = 1.13;
/** So much of a question may be unknown to the task before it counts as strange. */
const mostUnknown = 0.5;
/** Who asks for this surely asks for nothing else. */
const sureRole = 0.7;
/** A question about the schema is none where it is about a definition that the gold makes, with this score. */
const leastOfDefinition = 1.2;

/** What one question is about; `before` is what the question before it in the same turn was about. */
export function actionFor(
  context: ProvenanceContext,
  phase: Phase,
  question: string,
  before: SimulatorAction | null,
): SimulatorAction {
  const text = question.toLowerCase();
  const phrases = phrasesOfAmbiguities(context, phase);
  const refusal = refusalReason(
    question,
    phrases.some((own) => hasPhrase(text, own)),
  );
  if (refusal !== null && refusal !== "schema") return { kind: "UNA", reason: refusal };
  const quotes = quotesIn(text);
  const quoted = phrases.flatMap((own, at) => (own.some((one) => quotes.includes(one)) ? [at] : []));
  const [only = 0] = quoted;
  if (refusal === null && quoted.length === 1) return { kind: "AMB", ambiguity: only };
  const candidates = candidatesOf(context, phase);
  if ([...offeredWork(question), ...worldlyWords(question)].some((word) => !isWordOf(candidates, word)))
    return { kind: "UNA", reason: "off-topic" };
  const asked = askedIn(context, question, candidates, before);
  let best: { candidate: Candidate; score: number } | null = null;
  for (const candidate of candidates) {
    if (quoted.length > 0 && !isAmong(candidate, quoted)) continue;
    const score = scoreOf(candidate, asked);
    if (best === null || score > best.score) best = { candidate, score };
  }
  if (refusal === null && best !== null && quoted.length > 0) return best.candidate.action;
  const isOfDefinition =
    best !== null && best.score >= leastOfDefinition && isDefinition(context, phase, best);
  if (refusal !== null && !isOfDefinition) return { kind: "UNA", reason: refusal };
  // A view or a trigger can be asked for only where something is created; what scores high is asked about, though.
  if (asksObjectInVain(asked, candidates) && (best?.score ?? 0) < leastOfDefinition)
    return { kind: "UNA", reason: "settled-elsewhere" };
  const isSure = [...asked.roles.values()].some((weight) => weight >= sureRole);
  if (best !== null && best.score >= (isStrange(asked, candidates) && !isSure ? leastOfStrange : leastScore))
    return best.candidate.action;
  const isOurs = isSure || isAboutTask(context, phase, asked.words);
  return { kind: "UNA", reason: isOurs ? "settled-elsewhere" : "off-topic" };
}

function isAmong({ action }: Candidate, ambiguities: readonly number[]): boolean {
  return action.kind === "AMB" && ambiguities.includes(action.ambiguity);
}

function asksObjectInVain({ roles }: AskedQuestion, candidates: readonly Candidate[]): boolean {
  return roles.get("object") === 1 && !candidates.some((candidate) => candidate.roles.has("object"));
}

/** Whether a word stands for a part of the gold, as a chart does only where the task has charts. */
function isWordOf(candidates: readonly Candidate[], word: string): boolean {
  return candidates.some(({ words, term }) => words.has(stem(word)) || term.includes(stem(word)));
}

/** What a question in small letters has between quotes. */
function quotesIn(text: string): string[] {
  return Array.from(text.matchAll(/['"“‘`]([^'"”’`]{1,40})['"”’`]/g), ([, quoted]) => quoted ?? "");
}

/** What a question offers as an answer in capitals, in small letters: a code such as NO3N is written so, quoted or not. */
function codesIn(question: string): string[] {
  const codes = question.match(
    /(?:(?<==\s?|\b(?:or|code|only|just) |[?:] )\p{Lu}[\p{Lu}\d]+\b|\b\p{Lu}[\p{Lu}\d]+(?=\s?\?| or\b| only\b))/gu,
  );
  return (codes ?? []).map((code) => code.toLowerCase());
}

/** What a question in small letters writes as columns are: "visit.flow", "started_at". */
function columnsNamed(text: string): string[] {
  return Array.from(text.matchAll(/\b(?:[a-z]\w*\.)?([a-z]\w*)\b/g)).flatMap(([whole, name = ""]) =>
    /[_.]/.test(whole) ? name : [],
  );
}

/** Whether a task does not know what a question speaks of, nor what it quotes. */
function isStrange({ evidence, quotes, values }: AskedQuestion, candidates: readonly Candidate[]): boolean {
  const quoted = [...quotes, ...values.filter((value) => value.length > 1)];
  return (
    evidence.unknown > mostUnknown &&
    !quoted.some((one) => candidates.some(({ literals }) => literals.has(one)))
  );
}

/** Whether a candidate is part of what the gold creates: then a question about columns or keys is not one about the schema. */
function isDefinition(
  context: ProvenanceContext,
  phase: Phase,
  { candidate: { action } }: { candidate: Candidate },
): boolean {
  if (action.kind !== "LOC") return false;
  const sql = context.gold[phase][action.statement]?.sql ?? "";
  return /^\s*(?:create|alter)\b/i.test(sql);
}

/** Whether a question has no words of its own, as "And the other one?". */
export function isContentless(question: string): boolean {
  return (
    askedWords(question).length === 0 && ![...askedRoles(question).values()].some((weight) => weight === 1)
  );
}

const asksMeaning =
  /\b(?:mean(?:s|t|ing)?\b(?! (?:of|or|and|\w+ing))|defin\w+|refers? to|stands? for|understand by|in mind|counts? as|qualif\w+|consider\w*|what (?:is|are|makes)|regard\w*|treat\w*|(?:in|by) (?:what|which) (?:sense|way|respect)|(?:when|if|where) you (?:say|write|speak|talk|call)|you (?:say|write|call|speak of)|(?:how|what) (?:exactly )?\?|(?:is|are) what\?|what exactly|exactly what)/i;
const pointsBefore =
  /\b(?:as|than|like|in|from) (?:in )?(?:the )?(?:(?:first|last|previous|earlier|other) (?:question|request|part|table|list|task)|before|earlier|question before)|\b(?:the )?same (?:\w+ ){1,4}(?:as|again|before|count|apply|applies|hold)\b|\bstill (?:only|just|the|those)\b|\b(?:we|you|i)(?: have|'ve)? just \w+(?:ed|de)\b/i;
const pointsBack = /\b(?:it|that|this|those|these|them|they|there|none)\b/i;

function askedIn(
  context: ProvenanceContext,
  question: string,
  candidates: readonly Candidate[],
  before: SimulatorAction | null,
): AskedQuestion {
  const words = askedWords(question).map((word) => ({ ...word, isEntity: isEntity(context, word.stem) }));
  const text = question.toLowerCase();
  const said = saidText(question);
  const quotes = quotesIn(text);
  const roles = rolesAnswered(
    withCase(rolesAsked(withoutEntities(withoutNames(question, candidates), context)), question),
    candidates,
  );
  return {
    text,
    words: words.map(({ stem }) => stem),
    topic: words.filter(({ isTopic }) => isTopic).map(({ stem }) => stem),
    quotes,
    values: [
      ...keysSaid(said).filter((key) => !isPronoun(key, text)),
      ...codesIn(question),
      ...ratiosSaid(said),
    ],
    told: tellsCase(question) ? valuesOf(said) : [],
    ...{ columns: columnsNamed(text), places: placesAsked(question) },
    kinds: askedSorts(question),
    ...{
      roles,
      offered: roles.get("aggregate") === 1 ? aggregatesSaid(text, candidates) : new Set<string>(),
    },
    evidence: wordEvidence(words, candidates),
    asksMeaning: quotes.length > 0 || asksMeaning.test(question) || asksSource.test(question),
    before: pointsBack.test(question) ? before : null,
    pointsBefore: pointsBefore.test(question),
  };
}

/** What is asked of a case that is told by a number: its limit; and of a number that is written twice: its decimals. */
function withCase(roles: AskedRoles, question: string): AskedRoles {
  const found = new Map(roles);
  if (tellsCase(question)) found.set("threshold", Math.max(found.get("threshold") ?? 0, ofToldCase));
  if (roundsNumber(question)) found.set("decimals", 1);
  return found;
}

const ofToldCase = 0.9;

/** The numbers that a text says; 19 per cent are 0.19, too. */
function valuesOf({ numbers }: SaidText): number[] {
  return numbers.flatMap(({ value, isPercent }) => [value, ...(isPercent ? [value / 100] : [])]);
}

const aggregates = /^(?:avg|sum|max|min|count|median|percentile_\w+|stddev\w*|mode)$/;

/** The aggregates of a gold that a text says. */
function aggregatesSaid(text: string, candidates: readonly Candidate[]): Set<string> {
  const names = new Set(candidates.flatMap(({ functions }) => [...functions]));
  return new Set([...names].filter((name) => aggregates.test(name) && saidFunction(name)?.test(text)));
}

/** What tells two numbers apart that a question offers for one: 100 of "0.42 or 42", 1000 of "5 or 5000". */
function ratiosSaid({ numbers }: SaidText): ValueKey[] {
  const values = numbers.slice(0, mostCompared).map(({ value }) => value);
  return factors
    .filter((factor) =>
      values.some(
        (one) =>
          one !== 0 && values.some((other) => Math.abs(other - one * factor) < factor * Math.abs(one) * 1e-6),
      ),
    )
    .map(String);
}

const factors = [100, 1000, 3600];
/** A question that says more numbers than these offers none of them for another. */
const mostCompared = 6;

/** Whether a number is only said as a pronoun is: "whether there was one", "which of the two". */
function isPronoun(key: ValueKey, text: string): boolean {
  return (key === "1" || key === "2") && !/\b[12]\b|\b100 ?(?:%|per ?cent\b)/.test(text);
}

/** What is asked for in other words where no part answers it: without places to number, who ties asks for an order. */
const otherwise: Partial<Record<QuestionRole, readonly QuestionRole[]>> = {
  ties: ["order", "tie-break"],
  duplicates: ["counted", "groups"],
  "stand-in": ["missing", "partners"],
  survivor: ["order"],
  counted: ["aggregate"],
};
/** So well a part has to answer a role for it not to be asked otherwise. */
const leastAnswered = 0.5;
/** Who asks for something as surely as this is answered that. */
const surest = 0.8;

function rolesAnswered(asked: AskedRoles, candidates: readonly Candidate[]): AskedRoles {
  const found = new Map(asked);
  const isAnswered = (role: QuestionRole) =>
    candidates.some(({ roles }) => (roles.get(role) ?? 0) >= leastAnswered);
  // What is written into a column can be asked for only where something is.
  if (!isAnswered("entered")) found.delete("entered");
  if (!isAnswered("removal") && found.size > 1) found.delete("removal");
  if ([...asked].some(([role, weight]) => weight >= surest && isAnswered(role))) return found;
  for (const [role, weight] of asked) {
    const others = otherwise[role];
    if (others === undefined || isAnswered(role)) continue;
    for (const other of others) found.set(other, Math.max(found.get(other) ?? 0, weight));
  }
  return found;
}

/** What is asked for: what the sentence that asks says of it, where others only lead up to it. */
function rolesAsked(question: string): AskedRoles {
  const sentences = question.split(/(?<=[?!;:])\s+|(?<=[^\d][.])\s+(?=\p{Lu})/u);
  const asking = sentences
    .filter((sentence) => sentence.endsWith("?") && !onlyConfirms.test(sentence))
    .join(" ");
  const whole = askedRoles(question);
  if (sentences.length < 2 || asking === "") return whole;
  const own = askedRoles(asking, question);
  const isCase = sentences.some((sentence) => describesCase.test(sentence));
  const led = Array.from(whole, ([role, weight]) => [role, weight * (isCase ? ofCase : ofLead)] as const);
  return new Map([...led, ...own]);
}

/** What only asks whether the sentence before it is right. */
const onlyConfirms =
  /^(?:(?:is|would) (?:that|this|it) (?:be )?(?:all right|alright|right|correct|ok|okay|fine)(?: (?:with|for) you)?|agreed|correct|right|ok|okay|am i right|do you agree)\?$/i;

/** So much counts what only sentences that lead up to a question ask for; more where they describe the case that it asks about. */
const ofLead = 0.43;
const ofCase = 0.65;
const describesCase =
  /^(?:and |but |so )?(?:suppose|imagine|assum\w+|say|if|when|where|in case|there (?:are|is|may|might|can|will)|some|several|a few|two|for some|the same|one|a|an)\b/i;

/** A question without the names that it uses: who asks for a "stream order" asks for no order. */
function withoutNames(question: string, candidates: readonly Candidate[]): string {
  const names = namesIn(candidates);
  return names === null ? question : question.replaceAll(names, "it");
}

const known = new WeakMap<readonly Candidate[], RegExp | null>();

function namesIn(candidates: readonly Candidate[]): RegExp | null {
  const found = known.get(candidates);
  if (found !== undefined) return found;
  const names = new Set(candidates.flatMap(({ names }) => names));
  const pattern = names.size === 0 ? null : new RegExp(`\\b(?:${[...names].join("|")})\\b`, "gi");
  known.set(candidates, pattern);
  return pattern;
}

const tables = new WeakMap<ProvenanceContext, ReadonlySet<string>>();

/** A question without the tables whose names ask for something elsewhere: "orders" are no order. */
function withoutEntities(question: string, context: ProvenanceContext): string {
  const names = tables.get(context) ?? new Set(tableWords(context).map((word) => word.replace(/s$/, "")));
  tables.set(context, names);
  const small = question.toLowerCase();
  const asking = [...names].filter((name) => small.includes(name) && asksAlone(name)).join("|");
  // "In which order", "what order" and "the order of the rows" still ask.
  const pattern = `(?<!\\b(?:in|what|which|row|sort) (?:\\w+ )?)\\b(?:${asking})\\b(?! (?:of|by)\\b)|\\b(?:${asking})s\\b`;
  return asking === "" ? question : question.replaceAll(new RegExp(pattern, "gi"), "it");
}

/** Whether a word by itself asks for something. */
function asksAlone(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word) && askedRoles(word).size > 0;
}

/** Whether a question has words of the request or of its gold. */
function isAboutTask(context: ProvenanceContext, phase: Phase, words: readonly string[]): boolean {
  const { task } = context;
  const request = phase === 2 ? task.followUp?.question : (task.ambiguousQuestion ?? task.clearQuestion);
  const known = askedWords(request ?? "");
  return words.some((word) => known.some(({ stem }) => isSameWord(word, stem)));
}
