import { writeFile } from "node:fs/promises";
import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain } from "electron";
import type { z } from "zod";
import {
  OpenFileOptions,
  OpenFolderOptions,
  SaveTextOptions,
  TeamAddress,
} from "#shared/contract/desktop-bridge.ts";
import { readTeamAddress, TeamAddressRefused } from "#shared/domain/team-address.ts";
import type { ChosenPaths } from "../../path-grants.ts";
import { isFromOwnPage } from "./app-origin.ts";
import { channels } from "./channels.ts";

/** Answers what the preload offers to the page; input is validated and the sender must be the workbench's own page. What the person chooses is granted to it. */
export function answerBridgeCalls(
  open: { window(): Promise<unknown>; team(url: URL): Promise<unknown> },
  chosen: Pick<ChosenPaths, "choose">,
): void {
  answer(channels.openFile, OpenFileOptions, async ({ title, extensions }, window) => {
    const filters = extensions.length === 0 ? [] : [{ name: title, extensions }];
    const file = first(await dialog.showOpenDialog(window, { title, filters, properties: ["openFile"] }));
    if (file !== null) chosen.choose(file);
    return file;
  });
  answer(channels.openFolder, OpenFolderOptions, async ({ title, toWrite = false }, window) => {
    const button = toWrite ? { buttonLabel: "Write into this folder" } : {};
    const options = { title, ...button, properties: ["openDirectory" as const] };
    const folder = first(await dialog.showOpenDialog(window, options));
    if (folder !== null) chosen.choose(folder, { toWrite });
    return folder;
  });
  answer(channels.saveText, SaveTextOptions, async ({ name, text, isBase64 }, window) => {
    const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name });
    if (canceled || !filePath) return null;
    await writeFile(filePath, text, isBase64 === true ? "base64" : "utf8");
    return filePath;
  });
  answer(channels.openTeam, TeamAddress, async (address) => {
    try {
      await open.team(readTeamAddress(address));
      return null;
    } catch (error) {
      if (error instanceof TeamAddressRefused) return error.message;
      throw error;
    }
  });
  ipcMain.handle(channels.openWindow, async (event) => {
    requireOwnPage(event);
    await open.window();
  });
}

function answer<Input>(
  channel: string,
  schema: z.ZodType<Input>,
  handler: (input: Input, window: BrowserWindow) => Promise<string | null>,
): void {
  ipcMain.handle(channel, (event, input: unknown) => {
    requireOwnPage(event);
    const window = BrowserWindow.fromWebContents(event.sender);
    if (window === null) throw new Error("the window was closed before the answer came");
    return handler(schema.parse(input), window);
  });
}

function requireOwnPage(event: IpcMainInvokeEvent): void {
  if (!isFromOwnPage(event.senderFrame)) throw new Error("this page is not allowed to make this request");
}

function first({ canceled, filePaths }: { canceled: boolean; filePaths: string[] }): string | null {
  return canceled ? null : (filePaths[0] ?? null);
}
