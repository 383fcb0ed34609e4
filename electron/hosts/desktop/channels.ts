/** The messages between the preload and the main process; both sides name them from here. */
export const channels = {
  /** Window to main, with one port: serve the contract on it. */
  connect: "querent:connect",
  openFile: "querent:open-file",
  openFolder: "querent:open-folder",
  saveText: "querent:save-text",
  openWindow: "querent:open-window",
  openTeam: "querent:open-team",
  /** Main to window: the id of a command chosen in the menu. */
  command: "querent:command",
} as const;
