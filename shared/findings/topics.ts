/** What rules are about, in the order of docs/findings.md; `text` is above their table. */
export const topics = {
  code: { title: "The SQL and the tests" },
  snippets: { title: "Snippets and terms" },
  origins: {
    title: "Where the gold comes from",
    text: `Each part of the gold is traced to a source that a system under test can know: a snippet that clarifies it, the
question, the visible knowledge that the task needs, the schema with the meanings of its columns, a name that the gold
itself defines, or the rules of SQL; in a follow-up also the gold of phase 1. This is checked if the project has the knowledge base
and a schema or column meanings (\`querent tasks lint\` takes them with \`--knowledge\` and \`--column-meanings\`). On the screen of a
task the Provenance panel (Alt+O) lists every part with its evidence, and O colours the gold by it.`,
  },
  knowledge: { title: "Knowledge" },
  leaks: {
    title: "Leaks",
    text: "Checked for masked ambiguities. A visible node that builds on a masked one may name it.",
  },
  clarifications: {
    title: "Words of clarifications",
    text: "Checked where the annotator has written words for an ambiguity. Which words say a part of the snippet: docs/dialogues.md.",
  },
  "follow-up": { title: "Follow-up and budget" },
  form: { title: "Rows, files and fields" },
  gold: { title: "The gold on its data" },
  values: { title: "Values and order" },
  readings: {
    title: "Readings of ambiguities",
    text: "An ambiguity has one gold reading, its snippet, and others: SQL in its place that a person could have meant. Those that\nare stored with the task are run, and those that follow from the snippet, the schema and the knowledge base.",
  },
  tests: { title: "The tests, run on answers" },
} satisfies Record<string, { title: string; text?: string }>;

export type Topic = keyof typeof topics;
