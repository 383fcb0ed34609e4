import { type BaseWindow, BrowserWindow, Menu, type MenuItemConstructorOptions } from "electron";
import type { z } from "zod";
import type { CommandId } from "#shared/contract/desktop-bridge.ts";
import { channels } from "./channels.ts";

/** A menu item that asks the focused window to run one of its commands; the window shows and handles the shortcut. */
function command(
  label: string,
  id: z.infer<typeof CommandId>,
  accelerator?: string,
): MenuItemConstructorOptions {
  return {
    id,
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: (_item, window) => sendCommand(window, id),
  };
}

function sendCommand(window: BaseWindow | undefined, id: string): void {
  if (window instanceof BrowserWindow) window.webContents.send(channels.command, id);
}

const separator: MenuItemConstructorOptions = { type: "separator" };

const viewItems: MenuItemConstructorOptions[] = [
  { role: "resetZoom" },
  { role: "zoomIn" },
  { role: "zoomOut" },
  separator,
  { role: "togglefullscreen" },
  { role: "toggleDevTools" },
];

/** The menu of a window on a team host, whose page hears no command of a menu; where the system has one menu for all windows it is not shown. */
export const teamMenu = (openWindow: () => void): Menu =>
  Menu.buildFromTemplate([
    {
      label: "File",
      submenu: [
        { id: "team.new-window", label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: openWindow },
        separator,
        { role: "close" },
        { role: "quit" },
      ],
    },
    { role: "editMenu" },
    { label: "View", submenu: viewItems },
    { role: "windowMenu" },
  ]);

/** Sets the application's menu; `openWindow` is what "New Window" does. */
export function setMenu(openWindow: () => void): void {
  const mac = process.platform === "darwin";
  const file: MenuItemConstructorOptions[] = [
    { id: "window.new", label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: openWindow },
    command("Open Team Workspace…", "window.team"),
    separator,
    command("Import Predictions…", "projects.import", "CmdOrCtrl+O"),
    command("Export Verdicts…", "projects.export", "CmdOrCtrl+Shift+E"),
    command("Import Tasks…", "projects.import-tasks", "CmdOrCtrl+Shift+O"),
    command("Export Tasks…", "projects.export-tasks", "CmdOrCtrl+Shift+S"),
    separator,
    command("Save a Copy of the Workspace…", "window.save-copy"),
    separator,
    mac ? { role: "close" } : { role: "quit" },
  ];
  const view = [command("Command Palette…", "palette.open", "CmdOrCtrl+K"), separator, ...viewItems];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: "appMenu" as const }] : []),
      { label: "File", submenu: file },
      { role: "editMenu" },
      { label: "View", submenu: view },
      { role: "windowMenu" },
      { label: "Help", submenu: [command("Keyboard Shortcuts", "shortcuts.open", "?")] },
    ]),
  );
}
