import type { Page } from "playwright-core";

export const certificate = (page: Page) => page.getByRole("region", { name: "Certificate", exact: true });

/** The line of a property with what it shows. */
export const property = (page: Page, title: string) =>
  certificate(page)
    .getByRole("list", { name: "Properties" })
    .locator("> li")
    .filter({ has: page.getByText(title, { exact: true }) });

/** Waits for the end of certifying: for each answer that passes, rows are searched, minutes in all on a busy machine. */
export const certified = (page: Page) =>
  certificate(page)
    .getByRole("button", { name: /^Certify again/ })
    .waitFor({ timeout: 480_000 });

export const mutant = (page: Page) => page.getByRole("region", { name: "The mutant in focus" });
