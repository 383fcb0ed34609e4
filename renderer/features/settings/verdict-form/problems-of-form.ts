import { formDefects } from "#shared/domain/form-defects.ts";
import { VerdictForm } from "#shared/domain/verdict-form.ts";

/** What is wrong with a part of a form as it is typed; `at` null: with the part as a whole. */
export interface FormProblem {
  part: keyof VerdictForm;
  at: number | null;
  text: string;
}

/** What is wrong with a form, its parts first, then what it is as a whole. */
export function problemsOfForm(form: VerdictForm): FormProblem[] {
  const read = VerdictForm.safeParse(form);
  if (read.success) return formDefects(form);
  return read.error.issues.map(({ path: [part, at], message }) => ({
    part: part as keyof VerdictForm,
    at: typeof at === "number" ? at : null,
    text: message,
  }));
}
