import { app, BrowserWindow, dialog, type Session, shell, type WebContents } from "electron";
import { isOwnPage } from "./app-origin.ts";

const ownSchemes = ["app:", "blob:", "data:", "devtools:"];
const teamSchemes = ["blob:", "data:", "devtools:"];

/** The host whose pages a session shows, where it shows none of the workbench's own. */
const teamOrigins = new WeakMap<Session, string>();

/** Whether an address is a page that these contents may show: the workbench's own, or of their team host alone. */
function isAtHome({ session }: WebContents, url: string): boolean {
  const origin = teamOrigins.get(session);
  return origin === undefined ? isOwnPage(url) : isOf(origin, url);
}

const isOf = (origin: string, url: string): boolean => URL.canParse(url) && new URL(url).origin === origin;

/** Keeps every page where it is: no navigation, no window of its own making, no webview, whatever it runs. */
export function guardPages(openTeam: (url: URL) => void): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      // Another window on the same host; a link in a text is read in the person's browser, where it belongs.
      if (teamOrigins.has(contents.session) && isAtHome(contents, url)) openTeam(new URL(url));
      else if (URL.canParse(url) && new URL(url).protocol === "https:") void askToOpen(contents, url);
      return { action: "deny" };
    });
    contents.on("will-navigate", (event) => {
      if (!isAtHome(contents, event.url)) event.preventDefault();
    });
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
}

let isAsking = false;

/** A page can name any address, and open many: the person reads it before it is sent anywhere, one at a time. */
async function askToOpen(contents: WebContents, url: string): Promise<void> {
  const window = BrowserWindow.fromWebContents(contents);
  if (isAsking || window === null) return;
  isAsking = true;
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: "question",
      message: `Open ${new URL(url).host} in your browser?`,
      detail: url.slice(0, 1000),
      buttons: ["Open", "Cancel"],
      defaultId: 1,
      cancelId: 1,
    });
    if (response === 0) await shell.openExternal(url);
  } finally {
    isAsking = false;
  }
}

/** Grants the workbench's page nothing but copying to the clipboard, and lets no request of it leave the machine. */
export function guardSession(session: Session): void {
  guard(session, isOwnPage, (url) => ownSchemes.includes(url.protocol));
}

/** The same for the pages of a team host: their requests go to that host and nowhere else. */
export function guardTeamSession(session: Session, origin: string): void {
  teamOrigins.set(session, origin);
  const socketOrigin = origin.replace(/^http/, "ws");
  guard(
    session,
    (url) => isOf(origin, url),
    ({ protocol, host }) =>
      teamSchemes.includes(protocol) || [origin, socketOrigin].includes(`${protocol}//${host}`),
  );
}

function guard(session: Session, isHome: (url: string) => boolean, isAllowed: (url: URL) => boolean): void {
  const granted = (permission: string, url: string) =>
    permission === "clipboard-sanitized-write" && isHome(url);
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(granted(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((contents, permission) => granted(permission, contents?.getURL() ?? ""));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isAllowed(new URL(url)) });
  });
}
