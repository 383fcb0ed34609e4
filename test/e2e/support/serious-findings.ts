import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { patience } from "./review-page.ts";

/** The rules of axe whose answer hangs on colours. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Every serious or critical finding of axe on the page as it is: of all its rules, or of those that are named. */
export async function seriousFindings(page: Page, rules: string[] | null = null): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // What passes is not written out, which takes most of axe's time.
  axe.options({ resultTypes: ["violations"] });
  const { violations } = await (rules === null ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** The same in the light theme, in which the page is left, and of what hangs on colours in the dark one. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["dark", "light"] as const) {
    await showTheme(page, theme);
    const findings = await seriousFindings(page, theme === "dark" ? rulesOfColours : null);
    found.push(...findings.map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

/** Lets the system ask for a theme, and waits until the page shows it. */
export async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor(patience);
}
