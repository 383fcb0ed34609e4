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

- **error**: the task cannot be used as it is.
- **warning**: the task probably misleads systems or reviewers.
- **info**: worth knowing; often nothing to do.

What a rule needs decides when it is checked: **text** and **sql** at every save and by \`querent tasks lint\`; **data** and **run** when the
gold and its tests run on the task's database, by \`querent tasks check\`. Each phase is checked on the database state on which the
evaluator of \`--profile\` begins it, after a right phase 1: rules about the gold if the gold runs, rules about the tests if the gold passes
them. With \`--knowledge\`, the output begins with the findings of \`querent tasks lint\`. With \`--clock 2024-05-01T12:00:00Z\`, all SQL that
runs (gold, answers, what test scripts run) sees this time as now. The time is written into the SQL text; defaults, triggers and functions
that are already in the database read the real clock.

If a rule has a quick fix, the findings pane offers it (press F). A quick fix is an edit that you can undo.`;

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
