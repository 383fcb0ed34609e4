import { z } from "zod";
import { builtInSentence, clarificationWords } from "#shared/dialogue/simulator/clarification-words.ts";
import { leaksIn } from "#shared/dialogue/simulator/leaks-in.ts";
import { type LocatableNode, locatableNodes } from "#shared/dialogue/simulator/locatable-nodes.ts";
import { type RefusalReason, refusalWords } from "#shared/dialogue/simulator/refusal.ts";
import type { DialogueTurn, SimulatorAction } from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { textOf } from "#shared/sql/tree/sql-node.ts";
import type { UserSimulator } from "../play-dialogue.ts";
import type { LanguageModel } from "./model-calls.ts";
import type { Prompts } from "./prompts.ts";

/** Part of the simulator's name: raised whenever it would answer the same prompts in another way. */
const version = 1;

/** A decision and an answer take no more tokens, a model's thoughts included. */
const maxTokens = 2048;

/** One turn is answered this many things. */
const mostDecisions = 4;

/** Name, version and prompts of a simulator by language model, as every line has them. */
export function modelSimulatorName(model: string, prompts: Prompts): string {
  return `model:${model} ${version} prompts ${prompts.hashes.simulator}`;
}

/**
 * The user simulator by language model (BIRD-INTERACT §3.3): stage 1 decides what a question is about, stage 2 words the answer from that alone.
 * Refusals have fixed words. Rejects with `InfrastructureFailure`.
 */
export function createModelSimulator(parts: {
  model: LanguageModel;
  prompts: Prompts;
  seed: number;
}): UserSimulator {
  return {
    name: modelSimulatorName(parts.model.name, parts.prompts),
    async answer(context, phase, question, earlier) {
      const actions = await decide(parts, { context, phase, question, earlier });
      const text = await word(parts, { context, phase, question }, actions);
      return { actions, text, leaks: leaksIn(context, phase, text, actions) };
    },
  };
}

type Parts = Parameters<typeof createModelSimulator>[0];

interface Asked {
  context: ProvenanceContext;
  phase: Phase;
  question: string;
}

const Decisions = z.strictObject({
  decisions: z.array(
    z.strictObject({
      action: z.enum(["AMB", "LOC", "UNA"]),
      number: z.number(),
      reason: z.enum([...(Object.keys(refusalWords) as RefusalReason[]), "none"]),
    }),
  ),
});
type Decision = z.infer<typeof Decisions>["decisions"][number];

const Answer = z.strictObject({ answer: z.string() });

/** Stage 1. */
async function decide(
  { model, prompts, seed }: Parts,
  { context, phase, question, earlier }: Asked & { earlier: readonly DialogueTurn[] },
): Promise<SimulatorAction[]> {
  const { task } = context;
  const ambiguities = phase === 1 ? task.ambiguities : [];
  const nodes = locatableNodes(context, phase);
  const system = prompts.fill("simulator-decide", {
    question: (phase === 1 ? (task.ambiguousQuestion ?? task.clearQuestion) : task.followUp?.question) ?? "",
    ambiguities: numbered(ambiguities.map(({ term, sqlSnippet }) => `"${term}": ${sqlSnippet}`)),
    parts: numbered(nodes.map((located) => nodeText(context, phase, located))),
  });
  const before = earlier.flatMap(({ action, observation, refused }) =>
    action.kind === "ask" && !refused ? [{ question: action.question, answer: observation }] : [],
  );
  const { decisions } = await model.ask(
    {
      messages: [
        { role: "system", text: system },
        { role: "user", text: JSON.stringify({ before, message: question }) },
      ],
      form: { kind: "json", name: "decisions", schema: schemaOf(Decisions) },
      ...{ seed, maxTokens },
    },
    Decisions.superRefine(({ decisions }, check) => {
      const complain = (message: string) => check.addIssue({ code: "custom", message });
      if (decisions.length === 0) complain("There has to be one decision at least");
      for (const { action, number } of decisions) {
        const most = action === "AMB" ? ambiguities.length : nodes.length;
        const isThere = Number.isInteger(number) && number >= 1 && number <= most;
        if (action !== "UNA" && !isThere) complain(`${action} has no number ${number}; there are ${most}`);
      }
    }),
  );
  const actions = decisions.slice(0, mostDecisions).map((decision) => actionOf(decision, nodes));
  return [...new Map(actions.map((action) => [JSON.stringify(action), action])).values()];
}

function actionOf({ action, number, reason }: Decision, nodes: readonly LocatableNode[]): SimulatorAction {
  const located = nodes[number - 1];
  if (action === "AMB") return { kind: "AMB", ambiguity: number - 1 };
  if (action === "LOC" && located !== undefined) {
    const { statement, from, to } = located;
    return { kind: "LOC", statement, range: { from, to } };
  }
  return { kind: "UNA", reason: reason === "none" ? "not-understood" : reason };
}

/** Stage 2; what is refused is said in our words, after what is answered. */
async function word(
  { model, prompts, seed }: Parts,
  { context, phase, question }: Asked,
  actions: readonly SimulatorAction[],
): Promise<string> {
  const facts = actions.flatMap((action) => factsOf(context, phase, action));
  const refusals = actions.flatMap((action) => (action.kind === "UNA" ? [refusalWords[action.reason]] : []));
  if (facts.length === 0) return refusals.join(" ");
  const { answer } = await model.ask(
    {
      messages: [
        { role: "system", text: prompts.fill("simulator-word", { facts: numbered(facts) }) },
        { role: "user", text: JSON.stringify({ question }) },
      ],
      form: { kind: "json", name: "answer", schema: schemaOf(Answer) },
      ...{ seed, maxTokens },
    },
    Answer.refine(({ answer: text }) => text.trim() !== "", "The answer has no words"),
  );
  return [answer.trim(), ...refusals].join(" ");
}

/** What the user has in mind about one action, in the built-in words and as SQL. */
function factsOf(context: ProvenanceContext, phase: Phase, action: SimulatorAction): string[] {
  if (action.kind === "UNA") return [];
  // No SQL: what a list of columns covers may be the business of an ambiguity.
  if (action.kind === "LOC") return [builtInSentence(context, phase, action)];
  const { term = "", sqlSnippet = "" } = context.task.ambiguities[action.ambiguity] ?? {};
  const words = clarificationWords(context, action.ambiguity);
  return [`By "${term}" I mean: ${words} In SQL: ${oneLine(sqlSnippet)}`];
}

function nodeText(context: ProvenanceContext, phase: Phase, { statement, nodes, ...range }: LocatableNode) {
  const tree = context.gold[phase][statement];
  const sql = tree === undefined ? "" : oneLine(textOf(tree, range));
  return `${nodes[0]?.kind ?? "command"}: ${sql}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const numbered = (lines: readonly string[]): string =>
  lines.length === 0 ? "(none)" : lines.map((line, index) => `${index + 1}. ${line}`).join("\n");

function schemaOf(form: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(form);
  return schema;
}
