import { app, type Session, shell } from "electron";
import { isOwnPage } from "./app-origin.ts";

const ownSchemes = ["app:", "blob:", "data:", "devtools:"];

/** Keeps every page where it is: no navigation, no window, no webview, whatever it runs. */
export function guardPages(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      // A link in a text is read in the person's browser, where it belongs.
      if (URL.canParse(url) && new URL(url).protocol === "https:") void shell.openExternal(url);
      return { action: "deny" };
    });
    contents.on("will-navigate", (event) => {
      if (!isOwnPage(event.url)) event.preventDefault();
    });
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
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
