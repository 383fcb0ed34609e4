import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import { isLastingFault, machineCode, machineWords } from "../engines/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import type { ProgramPaths } from "../program-paths.ts";
import { asFault } from "../services/fault.ts";
import { WorkspaceRefused } from "../store/workspace-refused.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { type OutputFile, openOutputFile } from "./output-file.ts";
import { type OutputName, type OutputValue, outputText } from "./output-schemas.ts";

/** The program that the commands are part of: where it reads and writes, and how it starts what runs apart. */
export interface CommandHost {
  version: string;
  stdin(): Readable;
  /** Writes to standard output, which programs read. */
  write(text: string): void;
  /** Writes a line for the person at the terminal, to standard error. */
  note(text: string): void;
  /** Hears of a file or folder that has to go if the command is ended from outside before it has removed or renamed it. */
  unfinished(path: string): void;
  /** Loaded by the commands that need them. */
  program(): Promise<{ startProcess: StartProcess; paths: ProgramPaths }>;
  /** The account of whoever runs the command. */
  account(): string;
  /** The file in which this account's consents for workspaces are stored. */
  consentsFile(): string;
  /** Serves a workspace to a team. */
  serveTeam(request: ServeRequest): Promise<ServedTeam>;
  /** Opens the workbench with these start options; the answer is an exit code. */
  openWorkbench(startOptions: string[]): Promise<number>;
}

/** What a team host serves, and how people reach it. */
export interface ServeRequest {
  /** Absolute. */
  workspacePath: string;
  /** The network address and port to listen on. */
  listenOn: string;
  port: number;
  /** The files of a certificate and its key; null: no HTTPS. */
  tls: { cert: string; key: string } | null;
  /** How people reach it, where a proxy or a name stands before it. */
  publicUrl: URL | null;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** How much SQL, Python and dialogues run at once for one person, and for all; left out: by the machine. */
  turns?: { each: number; all: number };
  /** Whether everybody is signed out and every link revoked first. */
  signOut?: boolean;
  /** Whether what the workspace does and reaches by itself is allowed here from now on. */
  allow: boolean;
  note(text: string): void;
}

/** A team host that runs. */
export interface ServedTeam {
  url: string;
  close(): Promise<void>;
}

/** What a command works with. */
export interface CommandContext {
  host: CommandHost;
  /** Aborts when the command is interrupted. */
  signal: AbortSignal;
  note(text: string): void;
  /** The file that an option names; "-" is standard input, for one option. */
  input(file: string): Promise<string>;
  /** What `--out` names; what is not complete when the command ends is discarded. Throws `WrongUsage`. */
  output(file: string): OutputFile;
  /** Prints one JSON value: on standard output, unless that holds what `--out -` asked for; then on standard error. */
  result<Name extends OutputName>(name: Name, value: OutputValue<Name>): void;
  /** Gives notes such as "linted 3 of 9 tasks": at the end, and at most every two seconds before. */
  progress(verb: string, total: number, things: string): (done: number) => void;
}

/** A headless command; the answer is its exit code. */
export type HeadlessCommand<Options> = (options: Options, context: CommandContext) => Promise<number>;

/** Runs a command, which ends the program with its exit code. */
export type RunCommand = <Options>(work: HeadlessCommand<Options>, options: Options) => Promise<void>;

/** Declares what a command takes, and that it is run with it. */
export type DeclareCommand = (command: Command, run: RunCommand) => void;

/** A command as its file defines it: the description and options that it is called with, and what it does. */
export function defineCommand<Options extends OptionValues>(
  options: (command: Command) => Command<[], Options>,
  work: HeadlessCommand<Options>,
): DeclareCommand {
  return (command, run) => void options(command).action((given) => run(work, given));
}

/** Runs a command to its end, its interruption or its failure; the answer is its exit code. */
export async function runHeadlessCommand<Options>(
  command: HeadlessCommand<Options>,
  options: Options,
  host: CommandHost,
): Promise<number> {
  const interrupt = new AbortController();
  // Heard to the end: a terminal and a parent process may both send the signal.
  const onSignal = () => interrupt.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const { context, close } = openContext(host, interrupt.signal);
  try {
    return await command(options, context);
  } catch (error) {
    if (!interrupt.signal.aborted) return failed(error, host);
    host.note("interrupted; nothing was written");
    return exitCodes.interrupted;
  } finally {
    close();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

function openContext(host: CommandHost, signal: AbortSignal): { context: CommandContext; close: () => void } {
  const outputs: OutputFile[] = [];
  const spooled: string[] = [];
  const context: CommandContext = {
    host,
    signal,
    note: host.note,
    async input(file) {
      if (file !== "-") return file;
      if (spooled.length > 0) throw new WrongUsage("Only one option can read from standard input.");
      const folder = mkdtempSync(path.join(os.tmpdir(), "querent-input-"));
      spooled.push(folder);
      host.unfinished(folder);
      const spool = path.join(folder, "standard-input");
      await pipeline(host.stdin(), createWriteStream(spool), { signal });
      return spool;
    },
    output(file) {
      const output = openOutputFile(file, host);
      outputs.push(output);
      return output;
    },
    result(name, value) {
      const text = outputText(name, value);
      if (outputs.some(({ isStandard }) => isStandard)) host.note(text);
      else host.write(`${text}\n`);
    },
    progress: (verb, total, things) => {
      let notedAt = performance.now();
      return (done) => {
        if (done < total && performance.now() - notedAt < progressInterval) return;
        notedAt = performance.now();
        host.note(`${verb} ${done} of ${total} ${things}`);
      };
    },
  };
  const close = () => {
    for (const output of outputs) output.discard();
    for (const folder of spooled) rmSync(folder, { recursive: true, force: true });
  };
  return { context, close };
}

const progressInterval = 2000;

/** Says what went wrong: in words where a person can mend it, else where the defect is. */
function failed(error: unknown, host: CommandHost): number {
  const code = machineCode(error);
  if (error instanceof BadInput) for (const problem of error.problems) host.note(describeProblem(problem));
  else if (error instanceof WrongUsage || error instanceof WorkspaceRefused || isLastingFault(error))
    host.note(error.message);
  else if (asFault(error) !== null) host.note(asFault(error)?.message ?? "");
  else if (code !== null) host.note(machineWords((error as Error).message, code));
  else {
    host.note(`This is a bug in Querent ${host.version}, not in your input. Please report it:`);
    host.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return exitCodes.defect;
  }
  return exitCodes.refused;
}
