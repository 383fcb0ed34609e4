import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { patience } from "./review-page.ts";

/** Every serious or critical finding of axe on the page as it is. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** The same in the dark theme and then in the light one, in which the page is left. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await showTheme(page, theme);
    found.push(...(await seriousFindings(page)).map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

/** Lets the system ask for a theme, and waits until the page shows it. */
export async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
}
