import { type Command, Option } from "@commander-js/extra-typings";

/** Declares `querent open`, which starts the workbench with what its options say. */
export function declareOpen(command: Command, open: (startOptions: string[]) => Promise<void>): void {
  command
    .description("open the workbench")
    .argument(
      "[file]",
      "predictions or tasks (JSON, JSONL), a workspace (*.querent), or a team host's https:// address",
    )
    .option("--workspace <file>", "save the work in this file")
    .option("--folder <dir...>", "let the web host's window use only files in these folders")
    .addOption(new Option("--host <host>", "use this host").choices(["web", "desktop"]))
    .option("--port <n>", "port of the web host (default: any free port)")
    .option("--no-window", "do not open a window; print the address")
    .option("--without-tls", "open a team host over plain http beyond this machine")
    .action((file, { workspace, folder, host, port, window, withoutTls }) => {
      const given = Object.entries({ project: file, workspace, folder, host, port });
      const named = given.flatMap(([name, value]) =>
        [value ?? []].flat().flatMap((one) => [`--${name}`, one]),
      );
      return open([...named, ...(window ? [] : ["--no-window"]), ...(withoutTls ? ["--without-tls"] : [])]);
    });
}
