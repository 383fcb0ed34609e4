import { z } from "zod";
import { coins } from "#shared/dialogue/protocol/action-cost.ts";
import { type Protocol, SystemAction } from "#shared/domain/dialogue.ts";
import type { ChatTool } from "./chat-request.ts";

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
export function systemTools(protocol: Protocol): ChatTool[] {
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
export const CalledAction = z.preprocess((value) => {
  const called = z.object({ name: z.string(), arguments: z.looseObject({}) }).safeParse(value);
  return called.success ? { ...called.data.arguments, kind: called.data.name } : value;
}, SystemAction);
