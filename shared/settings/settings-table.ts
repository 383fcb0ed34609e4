import { z } from "zod";
import { type AlertFigure, alertFigures } from "../domain/agreement.ts";
import { EngineKind, engineFacts } from "../domain/engine.ts";
import { ModelEndpoint } from "../domain/model-endpoint.ts";
import { defaultTaskSettings, TaskSettings } from "../domain/project.ts";
import { defaultRunLimits } from "../domain/run-limits.ts";
import { profileLabels } from "../domain/test-script.ts";
import { roseForm, VerdictForm } from "../domain/verdict-form.ts";

/**
 * One thing that can be set. A new one is an entry of a table below: it is stored under its key, resolved by the back end, and
 * drawn on the settings screen from what is here.
 */
export interface Setting<Value> {
  schema: z.ZodType<Value, Value>;
  /** What holds until somebody sets something else. */
  default: Value;
  /** Who acts on it. What the back end applies needs no word of the window beside the setting itself. */
  appliedBy: "back end" | "window";
  label: string;
  help: string;
  /** How it is drawn where the schema does not say it. */
  control?: "folder" | "seconds" | "percent" | "code" | "names" | "verdict-form";
  placeholder?: string;
  /** Over a team host only whoever runs the host sets it: what is on its machine, and what people are called. */
  operatorOnly?: true;
  /** Over a team host the roles of the project's people say it instead. */
  saidByRoles?: true;
  /** It is shown while one of these settings of its table has this value. */
  shownIf?: { anyOf: readonly string[]; value: unknown };
  /** Of a choice: what stands for each value, and more about it. */
  options?: Readonly<Record<string, { title: string; detail?: string }>>;
}

/** The most that may be chosen as a time limit, in milliseconds. */
export const longestTimeLimitMs = 600_000;

/** What a person chooses as the theme; "system" follows the desktop. */
const ThemeChoice = z.enum(["system", "light", "dark"]);
export type ThemeChoice = z.infer<typeof ThemeChoice>;

const setting = <Value>(entry: Setting<Value>): Setting<Value> => entry;

// The keys never change: workspaces store the values under them.

/** What each person sets for themselves, in each workspace. */
export const personSettings = {
  "reviewer.name": setting({
    operatorOnly: true,
    schema: z.string().trim().min(1).max(100),
    // Until somebody chooses a name, the account's stands for it.
    default: "",
    appliedBy: "back end",
    label: "Reviewer name",
    help: "Your next verdicts are saved under this name; earlier ones stay unchanged.",
  }),
  "run.timeLimitMs": setting({
    schema: z.number().int().min(1).max(longestTimeLimitMs),
    default: defaultRunLimits.timeMs,
    appliedBy: "back end",
    control: "seconds",
    label: "Time limit of a statement, in seconds",
    help: "Predicted, gold and scratch SQL that takes longer is stopped and shown as a timeout. An evaluation of all items uses the limit of the person who started it.",
  }),
  "models.endpoints": setting<ModelEndpoint[]>({
    operatorOnly: true,
    schema: z.array(ModelEndpoint).max(50),
    default: [],
    appliedBy: "back end",
    label: "Language models",
    help: "They can be systems under test and users of dialogues. Any endpoint that speaks OpenAI's chat completions will do, on this computer or elsewhere.",
  }),
};

/** What holds for a project and everybody who works on it. */
export const projectSettings = {
  "review.form": setting<VerdictForm>({
    // What is wrong with a form as a whole is said where it is changed: one that was stored stays the project's.
    schema: VerdictForm,
    default: roseForm,
    appliedBy: "back end",
    control: "verdict-form",
    label: "Verdict form",
    help: "The labels, diagnoses and further fields that reviewers choose from, and their keys.",
  }),
  "review.passMark": setting({
    schema: z.number().int().min(0).max(100),
    default: 80,
    appliedBy: "back end",
    control: "percent",
    label: "Pass mark of the qualification, in percent",
    help: "Reviewers judge the qualification items first. The first label that they give to each counts.",
  }),
  "review.failedAttention": setting<"nothing" | "warn" | "stop">({
    schema: z.enum(["nothing", "warn", "stop"]),
    default: "nothing",
    appliedBy: "back end",
    label: "A reviewer who gets attention items wrong",
    help: "",
    options: {
      nothing: { title: "is not told", detail: "The results below are for whoever leads the project." },
      warn: { title: "is warned", detail: "A line above the item asks to read the guidelines again." },
      stop: { title: "is stopped", detail: "No verdict is saved until somebody has looked at it below." },
    },
  }),
  "review.othersVisible": setting<"after-own-verdict" | "always" | "never">({
    schema: z.enum(["after-own-verdict", "always", "never"]),
    default: "after-own-verdict",
    appliedBy: "back end",
    label: "What others said of an item is shown",
    help: "Verdicts, imported labels, consensus, labels of judges, and comments, on every screen and in exports. Adjudicators always see them.",
    options: {
      "after-own-verdict": {
        title: "after one's own verdict",
        detail: "Opinions stay independent; a change made afterwards is counted separately.",
      },
      always: { title: "always", detail: "Opinions are no longer independent: figures say so." },
      never: { title: "never" },
    },
  }),
  "review.adjudicators": setting<string[]>({
    saidByRoles: true,
    schema: z.array(z.string().trim().min(1).max(100)).max(50),
    default: [],
    appliedBy: "back end",
    control: "names",
    placeholder: "Anna, Bert",
    label: "Adjudicators",
    help: "Reviewer names, with commas between them. Adjudicators see every opinion and settle disagreements; what they say of an item after that counts in no agreement figure.",
  }),
  "review.inboxNames": setting({
    schema: z.boolean(),
    default: false,
    appliedBy: "back end",
    label: "Show adjudicators who said what",
    help: "Otherwise opinions are called A, B, … in an order that differs from item to item.",
  }),
  "agreement.alertFigure": setting<AlertFigure>({
    schema: z.enum(alertFigures),
    default: "gwetAc1",
    appliedBy: "back end",
    label: "The figure that raises an alert when reviewers agree too little",
    help: "",
    options: {
      gwetAc1: { title: "Gwet's AC1", detail: "Stays meaningful where nearly all opinions are one label." },
      krippendorffAlpha: {
        title: "Krippendorff's alpha",
        detail: "Low where nearly all opinions are one label.",
      },
      fleissKappa: { title: "Fleiss' kappa", detail: "Low where nearly all opinions are one label." },
      rawAgreement: {
        title: "Raw agreement",
        detail: "How often two opinions are the same, with no regard to chance.",
      },
    },
  }),
  "agreement.alertBelow": setting({
    schema: z.number().int().min(0).max(100),
    default: 60,
    appliedBy: "back end",
    control: "percent",
    label: "Alert where it is below, in percent",
    help: "For the project and for each group of 20 or more items that two people judged; 0 raises none.",
  }),
  "items.databasesDir": setting({
    operatorOnly: true,
    schema: z.string(),
    default: "",
    appliedBy: "back end",
    control: "folder",
    label: "Folder of the predictions' databases",
    help: "Querent looks for <db_id>.sqlite or <db_id>/<db_id>.sqlite; on PostgreSQL and PGlite for <db_id>.sql or a folder <db_id> of SQL files.",
  }),
  "items.engine": setting<EngineKind>({
    operatorOnly: true,
    schema: EngineKind,
    default: "sqlite",
    appliedBy: "back end",
    label: "Predictions run on",
    help: "An import of predictions sets this from the files in their folder.",
    options: engineFacts,
  }),
  "tasks.engine": setting({
    operatorOnly: true,
    schema: TaskSettings.shape.engine,
    default: defaultTaskSettings.engine,
    appliedBy: "back end",
    label: "Tasks run on",
    help: "",
    options: engineFacts,
  }),
  "tasks.serverUrl": setting({
    operatorOnly: true,
    schema: TaskSettings.shape.serverUrl,
    default: defaultTaskSettings.serverUrl,
    appliedBy: "back end",
    control: "code",
    placeholder: "postgresql://me@localhost:5432/postgres",
    shownIf: { anyOf: ["items.engine", "tasks.engine"], value: "postgres" },
    label: "Server",
    help: "Without the password: enter that below. The user must be allowed to create databases and roles.",
  }),
  "tasks.profile": setting({
    schema: TaskSettings.shape.profile,
    default: defaultTaskSettings.profile,
    appliedBy: "back end",
    label: "Evaluator",
    help: "The reference evaluator whose rules decide whether an answer passes.",
    options: Object.fromEntries(
      Object.entries(profileLabels).map(([profile, { label, definition }]) => [
        profile,
        { title: label, detail: definition },
      ]),
    ),
  }),
  "tasks.databasesDir": setting({
    operatorOnly: true,
    schema: TaskSettings.shape.databasesDir,
    default: defaultTaskSettings.databasesDir,
    appliedBy: "back end",
    control: "folder",
    label: "Folder of the tasks' databases",
    help: "Querent looks for <db>.sql, a folder <db> of SQL files, or <db>.sqlite.",
  }),
  "tasks.passMark": setting({
    schema: z.number().int().min(0).max(100),
    default: 80,
    appliedBy: "back end",
    control: "percent",
    label: "Pass mark of the annotators' qualification, in percent",
    help: "Annotators make the tasks of the qualification set interactive. One counts once its certificate holds or a second person accepted it.",
  }),
  "tasks.timeLimitMs": setting({
    schema: TaskSettings.shape.timeLimitMs,
    default: defaultTaskSettings.timeLimitMs,
    appliedBy: "back end",
    control: "seconds",
    label: "Time limit of a task's statement, in seconds",
    help: "For gold, predictions and scratch SQL on a task's database. The reference evaluators use 60 s.",
  }),
};

/** What holds for this browser, or this account of the desktop, whatever the workspace. */
export const machineSettings = {
  "window.theme": setting<ThemeChoice>({
    schema: ThemeChoice,
    default: "system",
    appliedBy: "window",
    label: "Theme",
    help: "",
    options: {
      system: { title: "System" },
      light: { title: "Light" },
      dark: { title: "Dark" },
    },
  }),
};

type Table = Readonly<Record<string, { schema: z.ZodType; default: unknown }>>;
type Schemas<Entries extends Table> = { [Key in keyof Entries]: Entries[Key]["schema"] };

/** The values of a table's settings. */
function valuesOf<Entries extends Table>(table: Entries) {
  const schemas = Object.entries(table).map(([key, { schema }]) => [key, schema]);
  return z.object(Object.fromEntries(schemas) as Schemas<Entries>);
}

export const PersonSettings = valuesOf(personSettings);
export type PersonSettings = z.infer<typeof PersonSettings>;

export const ProjectSettings = valuesOf(projectSettings);
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** Values to set; those that are not named stay. */
export type SettingChanges<Values> = { [Key in keyof Values]?: Values[Key] | undefined };

/** The values that count: what is stored, where it is there and fits its schema, else the default. */
export function resolved<Entries extends Table>(
  table: Entries,
  stored: Readonly<Record<string, unknown>>,
): z.infer<z.ZodObject<Schemas<Entries>>> {
  const values = Object.entries(table).map(([key, { schema, default: otherwise }]) => {
    const parsed = schema.safeParse(stored[key]);
    return [key, parsed.success ? parsed.data : otherwise];
  });
  return Object.fromEntries(values) as z.infer<z.ZodObject<Schemas<Entries>>>;
}
