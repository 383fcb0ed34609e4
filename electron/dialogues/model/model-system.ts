import { z } from "zod";
import { coins } from "#shared/dialogue/protocol/action-cost.ts";
import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import { type Protocol, SystemAction } from "#shared/domain/dialogue.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { ChatMessage, ChatTool } from "./chat-request.ts";
import type { LanguageModel } from "./model-calls.ts";
import type { Prompts } from "./prompts.ts";

/** An action takes no more tokens, a model's thoughts included. */
const maxTokens = 8192;

/** What a model knows before its first turn; `given` in c-Interact alone. */
interface Briefing {
  dialect: SqlDialect;
  given: { schema: string; columnMeanings: string; knowledge: string } | null;
}

/**
 * A language model as a system under test: the actions of the protocol are its tools, the turns so far its conversation.
 * What its endpoint fails by is an `InfrastructureFailure`, never an action.
 */
export function createModelSystem(parts: {
  model: LanguageModel;
  prompts: Prompts;
  seed: number;
  briefing(): Promise<Briefing>;
}): System {
  const { model, prompts, seed } = parts;
  let opening: [ChatMessage, ChatMessage] | null = null;
  return {
    async next(view) {
      opening ??= [
        { role: "system", text: systemText(prompts, view, await parts.briefing()) },
        { role: "user", text: view.question },
      ];
      const messages = withBudget([...opening, ...view.turns.flatMap(turnMessages)], view);
      const form = { kind: "tools" as const, tools: systemTools(view.protocol) };
      return model.ask({ messages, form, seed, maxTokens }, CalledAction);
    },
    close: async () => {},
  };
}

function systemText(prompts: Prompts, { protocol }: SystemView, { dialect, given }: Briefing): string {
  const name = dialect === "sqlite" ? "SQLite" : "PostgreSQL";
  if (protocol === "c")
    return prompts.fill("system-c", {
      dialect: name,
      schema: given?.schema ?? "",
      column_meanings: given?.columnMeanings ?? "",
      knowledge: given?.knowledge ?? "",
    });
  const actions = systemTools("a").map((tool) => `- \`${tool.name}\`: ${tool.description}`);
  return prompts.fill("system-a", { dialect: name, actions: actions.join("\n") });
}

function turnMessages({ action, observation }: SystemView["turns"][number], index: number): ChatMessage[] {
  const { kind: name, ...given } = action;
  const id = `turn_${index + 1}`;
  return [
    { role: "call", id, name, arguments: given },
    { role: "result", id, text: observation },
  ];
}

/** What is left stands at the very end: all before it stays as it was a turn ago, as endpoints that remember a beginning like it. */
function withBudget(messages: readonly ChatMessage[], view: SystemView): ChatMessage[] {
  const { protocol, phase, budgetLeft } = view;
  if (protocol === "c" && phase === 2) return [...messages];
  const left = protocol === "a" ? `Coins left: ${budgetLeft}.` : `Questions left: ${budgetLeft}.`;
  return messages.map((message, index) =>
    index < messages.length - 1 || message.role === "call"
      ? message
      : { ...message, text: `${message.text}\n\n(${left})` },
  );
}

/** What each action does, for a model. */
const descriptions: Readonly<Record<SystemAction["kind"], string>> = {
  ask: "Ask the user one question about one open point of the request.",
  submit: "Hand in the SQL that answers the present request, a list of statements in the order they run in.",
  execute: "Run a statement on a copy of the database and see the first rows or the error.",
  get_schema: "See all tables with their columns, keys and first rows.",
  get_all_column_meanings: "See what all columns mean.",
  get_column_meaning: "See what one column means.",
  get_all_external_knowledge_names: "See the names of the definitions that hold in this field.",
  get_knowledge_definition: "See one definition, by its name.",
  get_all_knowledge_definitions: "See all definitions that hold in this field and that you may see.",
};

/** The actions of a protocol as tools: questions and SQL alone in c-Interact, all with their costs in a-Interact. */
function systemTools(protocol: Protocol): ChatTool[] {
  return SystemAction.options.flatMap((option): ChatTool[] => {
    const name = option.shape.kind.value;
    if (protocol === "c" && name !== "ask" && name !== "submit") return [];
    const { kind: _, ...shape } = option.shape;
    const { $schema: _unused, ...parameters } = z.toJSONSchema(z.strictObject(shape));
    const cost = protocol === "a" ? ` Costs ${coins[name]} ${coins[name] === 1 ? "coin" : "coins"}.` : "";
    return [{ name, description: `${descriptions[name]}${cost}`, parameters }];
  });
}

/** The call of a tool, read as the action that it is. */
const CalledAction = z.preprocess((value) => {
  const called = z.object({ name: z.string(), arguments: z.looseObject({}) }).safeParse(value);
  return called.success ? { ...called.data.arguments, kind: called.data.name } : value;
}, SystemAction);
