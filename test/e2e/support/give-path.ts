import type { Locator, Page } from "playwright-core";
import type { Launched } from "../../support/launch.ts";

/** Fills a field of a path as its host has it: typed on the web host, chosen in the host's own dialog on the desktop. */
export async function givePath(
  { runtime }: Launched,
  within: Page | Locator,
  { label, path }: { label: string; path: string },
): Promise<void> {
  if (runtime === null) return within.getByLabel(label, { exact: true }).fill(path);
  runtime.dialogAnswers.push({ canceled: false, filePaths: [path] });
  await within.getByRole("button", { name: `Browse… (${label})` }).click();
}
