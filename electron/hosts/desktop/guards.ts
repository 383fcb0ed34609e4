import { app, BrowserWindow, dialog, type Session, shell, type WebContents } from "electron";
import { isOwnPage } from "./app-origin.ts";

const ownSchemes = ["app:", "blob:", "data:", "devtools:"];

/** Keeps every page where it is: no navigation, no window, no webview, whatever it runs. */
export function guardPages(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      // A link in a text is read in the person's browser, where it belongs.
      if (URL.canParse(url) && new URL(url).protocol === "https:") void askToOpen(contents, url);
      return { action: "deny" };
    });
    contents.on("will-navigate", (event) => {
      if (!isOwnPage(event.url)) event.preventDefault();
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

/** Grants a page nothing but copying to the clipboard, and lets no request leave the machine. */
export function guardSession(session: Session): void {
  const granted = (permission: string, url: string) =>
    permission === "clipboard-sanitized-write" && isOwnPage(url);
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(granted(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((contents, permission) => granted(permission, contents?.getURL() ?? ""));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !ownSchemes.includes(new URL(url).protocol) });
  });
}
