import { existsSync } from "node:fs";
import path from "node:path";
import { isServerUrl, withoutPassword } from "../store/postgres/server-workspace.ts";
import { defineCommand, type ServeRequest } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { wholeNumber } from "./shared-options.ts";
import { refuseMissing } from "./workspace-project.ts";

/** Serves a workspace to a team, until it is interrupted. */
export const serve = defineCommand(
  (command) =>
    command
      .description("serve a workspace to a team, whose people sign in with a browser (docs/team.md)")
      .requiredOption("--workspace <file>", "the workspace, a file or postgres:// URL")
      .option("--listen <address>", "network address and port to listen on", "127.0.0.1:7350")
      .option("--public-url <url>", "the address that people open, where a name or a proxy is in front of it")
      .option("--tls-cert <file>", "certificate for HTTPS (PEM), with its chain")
      .option("--tls-key <file>", "key of the certificate (PEM)")
      .option("--without-tls", "listen beyond this machine without HTTPS, as behind a proxy that brings it")
      .option("--trusted-proxy <address...>", "trust this proxy on where requests come from")
      .option(
        "--workers <count>",
        "SQL, Python and dialogues that run at once for all people",
        wholeNumber(2, 1_000),
      )
      .option("--workers-each <count>", "the same for one person, less than for all", wholeNumber(1, 999))
      .option("--sign-out", "sign everybody out and revoke all links first, as after a restore")
      .option("--allow", "allow the work, servers and folders of a workspace from another machine"),
  async (options, { host, signal, note, result }) => {
    const { workspace: file } = options;
    await refuseMissing(file);
    const workspacePath = isServerUrl(file) ? file : path.resolve(file);
    const reach = reachOf(options);
    const turns = turnsOf(options);
    const { allow = false, signOut = false } = options;
    const served = await host
      .serveTeam({ workspacePath, ...reach, ...turns, allow, signOut, note })
      .catch((error: unknown) => {
        throw notServed(error, options.listen) ?? error;
      });
    const [listen, https] = [options.listen, reach.tls !== null];
    result("team-host", { url: served.url, listen, https, workspace: withoutPassword(workspacePath) });
    note("People are let in with 'querent people invite'. Ctrl+C ends the host.");
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await served.close();
    return exitCodes.done;
  },
);

const notListening: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there. Choose another port, or end that program.",
  EADDRNOTAVAIL: "This machine has no such network address.",
  ENOTFOUND: "This machine has no such network address.",
  EACCES: "This account may not listen there. Choose a port above 1023.",
};

/** Why a host cannot be reached as was asked; null for what has nothing to do with it. */
function notServed(error: unknown, listen: string): WrongUsage | null {
  if (!(error instanceof Error)) return null;
  const { code = "", syscall }: NodeJS.ErrnoException = error;
  const reason = syscall === "listen" || syscall === "getaddrinfo" ? notListening[code] : undefined;
  if (reason !== undefined) return new WrongUsage(`--listen ${listen} cannot be used. ${reason}`);
  return code.startsWith("ERR_OSSL")
    ? new WrongUsage(`--tls-cert and --tls-key cannot be used together: ${error.message}.`)
    : null;
}

/** How much runs at once; nothing where nothing is said. Throws `WrongUsage`. */
function turnsOf({
  workers,
  workersEach,
}: {
  workers?: number | undefined;
  workersEach?: number | undefined;
}): Pick<ServeRequest, "turns"> {
  if (workers === undefined && workersEach === undefined) return {};
  const all = workers ?? Math.max(4, (workersEach ?? 0) + 1);
  const each = workersEach ?? all - 1;
  if (each >= all)
    throw new WrongUsage("--workers-each is less than --workers, so that nobody has all of them.");
  return { turns: { each, all } };
}

interface Reach {
  listen: string;
  publicUrl?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  withoutTls?: true | undefined;
  trustedProxy?: string[] | undefined;
}

/** Where it listens, and as what people reach it. Throws `WrongUsage`. */
function reachOf({
  listen,
  publicUrl,
  tlsCert,
  tlsKey,
  withoutTls,
  trustedProxy,
}: Reach): Omit<ServeRequest, "workspacePath" | "allow" | "note"> {
  const [, listenOn = "", port = ""] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (listenOn === "" || Number(port) > 65_535)
    throw new WrongUsage(`--listen is an address and a port, as 127.0.0.1:7350, not '${listen}'.`);
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new WrongUsage("--tls-cert and --tls-key belong together: name both files.");
  for (const file of [tlsCert, tlsKey])
    if (file !== undefined && !existsSync(file)) throw new WrongUsage(`There is no file ${file}.`);
  const tls =
    tlsCert === undefined || tlsKey === undefined
      ? null
      : { cert: path.resolve(tlsCert), key: path.resolve(tlsKey) };
  const isLoopback = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/.test(listenOn);
  if (!isLoopback && tls === null && !withoutTls)
    throw new WrongUsage(
      "Without HTTPS anybody on the network can read links and verdicts. Name --tls-cert and --tls-key, or say --without-tls where a proxy brings HTTPS.",
    );
  if (publicUrl !== undefined && !URL.canParse(publicUrl))
    throw new WrongUsage(`--public-url is an address, as https://querent.example.org, not '${publicUrl}'.`);
  if (!isLoopback && publicUrl === undefined)
    throw new WrongUsage(
      "Name --public-url: what people write to reach this host. Requests for another are refused.",
    );
  return {
    ...{ listenOn: listenOn.replace(/^\[(.*)\]$/, "$1"), port: Number(port), tls },
    publicUrl: publicUrl === undefined ? null : new URL(publicUrl),
    trustedProxies: trustedProxy ?? [],
  };
}
