import { z } from "zod";

/** What a native open dialog is asked for; `extensions` without dots, empty for any file. */
export const OpenFileOptions = z.strictObject({
  title: z.string().max(200),
  extensions: z.array(z.string().regex(/^[a-z0-9]{1,12}$/)).max(20),
});
export type OpenFileOptions = z.infer<typeof OpenFileOptions>;

/** What a native folder dialog is asked for; `toWrite`: files will be written into the folder, which the dialog says. */
export const OpenFolderOptions = z.strictObject({
  title: z.string().max(200),
  toWrite: z.boolean().optional(),
});
export type OpenFolderOptions = z.infer<typeof OpenFolderOptions>;

/** A text to be saved where the person says; `name` is proposed and holds no folder. */
export const SaveTextOptions = z.strictObject({
  name: z.string().regex(/^[^/\\\p{Cc}]{1,200}$/u),
  text: z.string().max(512 * 1024 * 1024),
  /** Whether the text is bytes in Base64, as of a picture. */
  isBase64: z.boolean().optional(),
});
export type SaveTextOptions = z.infer<typeof SaveTextOptions>;

/** What a person typed for the address of a team's workspace. */
export const TeamAddress = z.string().max(2_000);
export type TeamAddress = z.infer<typeof TeamAddress>;

/** The id of a command of the palette, as the native menu sends it to the window. */
export const CommandId = z.string().regex(/^[a-z][a-z0-9.-]{0,80}$/);

/** What the desktop's preload puts on `window.querent`: frozen, and nothing else crosses into the page. */
export interface DesktopBridge {
  readonly platform: string;
  /** The path chosen, or null when the person cancelled. */
  openFile(options: OpenFileOptions): Promise<string | null>;
  openFolder(options: OpenFolderOptions): Promise<string | null>;
  /** Asks where, writes the text there whole, and answers the path; null when the person cancelled. */
  saveText(options: SaveTextOptions): Promise<string | null>;
  openWindow(): Promise<void>;
  /** Opens a team's workspace by its address or a sign-in link, in a window of its own; answers why not, null when it is open. */
  openTeam(address: TeamAddress): Promise<string | null>;
  /** Calls back with the id of each command chosen in the native menu; the answer ends it. */
  onCommand(listener: (id: string) => void): () => void;
}
