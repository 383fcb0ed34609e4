import type { Page } from "playwright-core";
import { runPatience } from "./task-page.ts";

export const certificate = (page: Page) => page.getByRole("region", { name: "Certificate", exact: true });

/** The line of a property with what it shows. */
export const property = (page: Page, title: string) =>
  certificate(page)
    .getByRole("list", { name: "Properties" })
    .locator("> li")
    .filter({ has: page.getByText(title, { exact: true }) });

/** Waits for the end of certifying. */
export const certified = (page: Page) =>
  certificate(page)
    .getByRole("button", { name: /^Certify again/ })
    .waitFor(runPatience);

export const mutant = (page: Page) => page.getByRole("region", { name: "The mutant in focus" });
