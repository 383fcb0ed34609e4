import type { WebFrameMain } from "electron";

/** The origin under which the workbench's files are served to its windows. */
export const appOrigin = "app://querent";

/** Whether an address is one of the workbench's own pages. */
export function isOwnPage(url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${appOrigin}/`);
}

/** Whether a message comes from the workbench's page itself, and not from a frame within it. */
export function isFromOwnPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
