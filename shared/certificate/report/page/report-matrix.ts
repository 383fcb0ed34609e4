import { type PropertyName, propertyNames } from "../../../domain/certificate.ts";
import { escapeHtml } from "../../../formats/page/markup.ts";
import { type ReportedTask, voidBecause } from "../reported-task.ts";
import { clipped, scoreText, signOf, verdictMark } from "./report-markup.ts";

/** Tasks × properties: a row for each task, a sign for each property that leads to its evidence. */
export function reportMatrix(tasks: readonly ReportedTask[]): string {
  const heads = propertyNames.map((name) => `<th scope="col" class="sign"><span>${name}</span></th>`);
  const rows = tasks.map((task, at) => row(task, `task-${at + 1}`));
  return `<div class="scroll"><table class="matrix"><thead><tr><th scope="col">Task</th><th scope="col">Verdict</th>${heads.join("")}
<th scope="col" class="number">Detected</th><th scope="col" class="number">Unexplained</th></tr></thead><tbody>
${rows.join("\n")}\n</tbody></table></div>\n`;
}

function row({ certificate, changed }: ReportedTask, id: string): string {
  const { instanceId, verdict, properties, counts } = certificate;
  const isVoid = changed.length === 0 ? "" : `<br><span class="void">void: ${voidBecause(changed)}</span>`;
  const cells = propertyNames.map((name) => {
    const { text, words, tone } = signOf(properties[name]);
    return `<td class="sign ${tone}"><a href="#${propertyId(id, name)}" title="${name}: ${escapeHtml(words)}">${text}<span class="hidden"> ${words}</span></a></td>`;
  });
  return `<tr><th scope="row"><a href="#${id}">${clipped(instanceId, 200)}</a></th><td>${verdictMark(verdict)}${isVoid}</td>${cells.join("")}
<td class="number nowrap">${scoreText(counts)}</td><td class="number">${counts.byClass.unexplained}</td></tr>`;
}

/** The fragment of a property of the task with the given fragment. */
export function propertyId(id: string, name: PropertyName): string {
  return `${id}-${name}`;
}
