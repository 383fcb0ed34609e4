import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";

/** How long, in milliseconds, the page may take before a test fails. */
export const patience = { timeout: 20_000 };

/** Waits until the item at this place (1-based, in the project) has run and says what differs. */
export async function showsItem(page: Page, place: number): Promise<void> {
  await page.locator(`section[aria-label="Item ${place}"][aria-busy="false"]`).waitFor(patience);
  await page.getByRole("region", { name: "What differs" }).getByRole("paragraph").waitFor(patience);
}

/** The result grid of one side. */
export const grid = (page: Page, side: "predicted" | "gold"): Locator =>
  page.getByRole("grid", { name: `${side} result` });

/** What the verdict bar says. */
export async function judgement(page: Page): Promise<{ yes: boolean; no: boolean; note: string }> {
  const pressed = async (name: string) =>
    (await verdictBar(page).getByRole("button", { name }).getAttribute("aria-pressed")) === "true";
  return { yes: await pressed("yes"), no: await pressed("no"), note: await noteField(page).inputValue() };
}

export const verdictBar = (page: Page): Locator => page.getByRole("region", { name: "Verdict", exact: true });

export const noteField = (page: Page): Locator => page.getByRole("textbox", { name: "Note" });

/** Waits until everything that was judged is acknowledged. */
export async function isSaved(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByText("Saved", { exact: true }).waitFor(patience);
}

/** A predictions file over the databases of the sample, or over none; answers its path. */
export function predictionsFile(
  folder: string,
  name: string,
  items: readonly { predicted: string; gold: string }[],
): string {
  const file = path.join(folder, name);
  const lines = items.map(({ predicted, gold }, index) => ({
    question_id: index,
    db_id: "empty",
    question: `Question ${index + 1}`,
    evidence: "",
    predicted_sql: predicted,
    gold_sql: gold,
  }));
  writeFileSync(file, JSON.stringify(lines));
  return file;
}
