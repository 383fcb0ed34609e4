import type { SystemAction } from "../domain/dialogue.ts";

/** What a system said or wanted in one turn, as text: its question, its SQL, the arguments of another action. */
export function actionText(action: SystemAction): string {
  switch (action.kind) {
    case "ask":
      return action.question;
    case "submit":
      return action.sql.join("\n\n");
    case "execute":
      return action.sql;
    case "get_column_meaning":
      return `${action.table}.${action.column}`;
    case "get_knowledge_definition":
      return action.name;
    default:
      return "";
  }
}
