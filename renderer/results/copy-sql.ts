import { notify } from "../ui/toasts.tsx";

/** Copies a SQL text as it is written, and says so; `title` names it: "gold". */
export function copySql(sql: string, title: string): void {
  navigator.clipboard.writeText(sql).then(
    () => notify({ title: `Copied the ${title} SQL as written`, kind: "done" }),
    () => notify({ title: "The SQL could not be copied. Select it and copy it by hand.", kind: "error" }),
  );
}
