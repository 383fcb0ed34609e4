import type { BrowserContext, Page } from "playwright-core";
import { collectErrors, sharedBrowser } from "../../support/browser.ts";
import { patience } from "./review-page.ts";

/** A browser of its own in which somebody has signed in by their link, and what goes wrong in its page. */
export async function signedInWindow(
  link: string,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors = collectErrors(page);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  return { context, page, errors };
}
