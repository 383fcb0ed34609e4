import type { DesktopBridge, OpenFileOptions, OpenFolderOptions } from "#shared/contract/desktop-bridge.ts";
import { readTeamAddress, TeamAddressRefused } from "#shared/domain/team-address.ts";
import { newWebAddress, openWebWindow } from "./web-session.ts";

/**
 * What this window can do beside asking the back end. A null means that the host lacks it: then the window uses
 * its own dialog over `files.list`.
 */
export interface Abilities {
  /** Which names the keys of shortcuts have. */
  keyboard: "mac" | "other";
  /** A native dialog; answers the path on the back end's machine, or null when the person cancelled. */
  openFile: ((options: OpenFileOptions) => Promise<string | null>) | null;
  openFolder: ((options: OpenFolderOptions) => Promise<string | null>) | null;
  /** Saves a text where the person says or where downloads go; answers the path or name, null when cancelled. */
  saveText(name: string, text: string): Promise<string | null>;
  /** The same with bytes in Base64, as of a picture. */
  saveBytes(name: string, base64: string): Promise<string | null>;
  /** Opens a second window of the same person on the same workspace. */
  openWindow(): Promise<void>;
  /** Opens a team's workspace by its address or a sign-in link; answers why not, null when it is open. */
  openTeam(address: string): Promise<string | null>;
  /** An address that lets another browser on this machine in, once; null where no browser shows the windows. */
  newAddress: (() => Promise<string>) | null;
  /** Calls back with the id of each command chosen in a native menu; the answer ends it. */
  onCommand(listener: (id: string) => void): () => void;
}

declare global {
  interface Window {
    readonly querent?: DesktopBridge;
  }
}

function desktopAbilities(bridge: DesktopBridge): Abilities {
  return {
    keyboard: bridge.platform === "darwin" ? "mac" : "other",
    openFile: (options) => bridge.openFile(options),
    openFolder: (options) => bridge.openFolder(options),
    saveText: (name, text) => bridge.saveText({ name, text }),
    saveBytes: (name, base64) => bridge.saveText({ name, text: base64, isBase64: true }),
    openWindow: () => bridge.openWindow(),
    openTeam: (address) => bridge.openTeam(address),
    newAddress: null,
    onCommand: (listener) => bridge.onCommand(listener),
  };
}

function webAbilities(): Abilities {
  return {
    keyboard: /Mac|iPhone|iPad/.test(navigator.userAgent) ? "mac" : "other",
    openFile: null,
    openFolder: null,
    saveText: download,
    saveBytes: (name, base64) =>
      download(
        name,
        Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
      ),
    openWindow: openWebWindow,
    openTeam: openTeamTab,
    newAddress: newWebAddress,
    onCommand: () => () => undefined,
  };
}

/** The browser shows what is there; whose address it is stands in its own bar. */
async function openTeamTab(address: string): Promise<string | null> {
  try {
    window.open(readTeamAddress(address), "_blank", "noopener,noreferrer");
    return null;
  } catch (error) {
    if (error instanceof TeamAddressRefused) return error.message;
    throw error;
  }
}

async function download(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  // The browser reads the blob after this task; an hour is longer than any download of it takes.
  setTimeout(() => URL.revokeObjectURL(link.href), 3_600_000);
  return name;
}

/** The abilities of this window's host. */
export const abilities: Abilities =
  window.querent === undefined ? webAbilities() : desktopAbilities(window.querent);
