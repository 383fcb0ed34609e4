// Writes the pages of docs/ that are made of code; test/build/docs.test.ts refuses a page that is older than its code.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { rules } from "#shared/findings/registry.ts";
import { type Topic, topics } from "#shared/findings/topics.ts";

/** The page of each rule, from the registry of rules. */
export function findingsPage(): string {
  const known = Object.entries<{ title: string; text?: string }>(topics);
  return `${[head, ...known.map(([topic, { title, text }]) => section(topic as Topic, title, text))].join("\n\n")}\n`;
}

const head = `# Findings

What \`querent tasks lint\`, \`querent tasks check\` and the workbench report about a task. Made from shared/findings by \`npm run docs\`.

A line of the commands is \`{instance_id, phase, rule, severity, where, message}\`; \`where\` is a location
(shared/domain/finding.ts): a range in the question or in a gold statement, an ambiguity by its number from 0, a field, a
knowledge node, or a line of the file.

- **error**: the task cannot be used so.
- **warning**: it probably misleads.
- **info**: worth knowing; often nothing to do.

What a rule needs says when it is asked: **text** and **sql** at every save and by \`querent tasks lint\`; **data** and **run** when the
gold and its tests run on the task's database, by \`querent tasks check\`. Each phase is checked on the state on which the evaluator of
\`--profile\` begins it, after a right phase 1: rules about the gold once it runs, rules about the tests once it passes them. With
\`--knowledge\` the findings of \`querent tasks lint\` stand before them. \`--clock 2024-05-01T12:00:00Z\` makes all SQL that runs (gold,
answers, what test scripts run) read that moment as now. It is written into the text; defaults, triggers and functions that are
in the database already read the real clock.

Where a quick fix is named, the findings pane offers it (press F); it is an edit that can be undone.`;

function section(topic: Topic, title: string, text: string | undefined): string {
  const rows = rules
    .filter((rule) => rule.topic === topic)
    .map(({ id, severity, needs, meaning, fix, quickFix }) => {
      const severities =
        typeof severity === "string"
          ? severity
          : Object.entries(severity)
              .map(([one, when]) => `${one}: ${when}`)
              .join("; ");
      const how = quickFix === undefined ? fix : `${fix} *Quick fix:* ${quickFix}`;
      return `| \`${id}\` | ${severities} | ${needs} | ${meaning} | ${how} |`;
    });
  const table = ["| rule | severity | needs | meaning | how to fix it |", "|---|---|---|---|---|", ...rows];
  return [`## ${title}`, ...(text === undefined ? [] : [text]), table.join("\n")].join("\n\n");
}

if (import.meta.main) writeFileSync(path.join(import.meta.dirname, "../docs/findings.md"), findingsPage());
