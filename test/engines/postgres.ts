import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

/** A PostgreSQL server of our own: on a socket in a private folder, with passwords, removed by `stop`. */
export interface Cluster {
  /** The superuser's URL; databases in it are named by the caller. */
  url: string;
  socketFolder: string;
  /** Ends the server at once, as a crash would, or in order; `start` brings it back with its data. */
  halt(how: "immediate" | "fast"): void;
  start(): void;
  stop(): void;
}

/** Where Debian, Red Hat, Homebrew and the PostgreSQL installer put the server's programs. */
const places = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/Library/PostgreSQL", "/usr"];

/** The folder with initdb and pg_ctl of the newest server here, or null. */
export function postgresPrograms(): string | null {
  const folders = places.flatMap((place) =>
    place === "/usr"
      ? ["/usr/bin"]
      : existsSync(place)
        ? readdirSync(place).map((version) => path.join(place, version, "bin"))
        : [],
  );
  const found = folders.filter((folder) => existsSync(path.join(folder, "initdb")));
  return found.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1) ?? null;
}

/** Said by every suite that is skipped for want of a server. */
export const postgresMissing = "no PostgreSQL server programs here: apt-get install postgresql";

/**
 * Makes and starts a server, whose processes may be bound in their address space; throws when the programs are not there.
 * Its files outlive its own crash, and need outlive no other: it waits for no disk, unless a setting says so.
 */
export function startCluster(settings: readonly string[] = [], addressSpaceMb?: number): Cluster {
  const programs = postgresPrograms();
  if (programs === null) throw new Error(postgresMissing);
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-pg-"));
  const user = ordinaryUser();
  chmodSync(folder, 0o755);
  const data = path.join(folder, "data");
  const sockets = path.join(folder, "s");
  mkdirSync(sockets, { mode: 0o777 });
  const passwordFile = path.join(folder, "password");
  const password = "only-for-tests";
  writeFileSync(passwordFile, password);
  if (user) for (const file of [folder, sockets, passwordFile]) chownSync(file, user.uid, user.gid);
  const run = (program: string, args: string[]) =>
    execFileSync(path.join(programs, program), args, {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
      ...user,
    });
  run("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    "-N",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    `--pwfile=${passwordFile}`,
  ]);
  const options = [
    `-k ${sockets}`,
    "-c listen_addresses=",
    "-c fsync=off",
    "-c max_prepared_transactions=10",
    ...settings.map((one) => `-c ${one}`),
  ];
  const bound = addressSpaceMb === undefined ? "" : `ulimit -v ${addressSpaceMb * 1024}; `;
  const start = () =>
    execFileSync(
      "sh",
      [
        ...["-c", `${bound}exec "$@"`, "sh", path.join(programs, "pg_ctl"), "-D", data, "-w"],
        ...["-l", path.join(folder, "log"), "-o", options.join(" "), "start"],
      ],
      { stdio: ["ignore", "ignore", "pipe"], cwd: folder, ...user },
    );
  const halt = (how: "immediate" | "fast") => run("pg_ctl", ["-D", data, "-w", "-m", how, "stop"]);
  start();
  const guard = watchOver(folder, user);
  return {
    url: `postgresql://postgres:${password}@/postgres?host=${encodeURIComponent(sockets)}`,
    socketFolder: sockets,
    halt,
    start,
    stop() {
      halt("immediate");
      guard.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** initdb refuses to run as root: there it runs as an ordinary user. */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (option: string, name: string) =>
    Number(execFileSync("id", [option, name], { encoding: "utf8" }));
  return { uid: id("-u", "nobody"), gid: id("-g", "nobody") };
}

/** Should the test process be killed, the server ends with it: a shell waits for our end of its pipe to close. */
function watchOver(folder: string, user: { uid: number; gid: number } | null) {
  const script = `cat >/dev/null; test -f data/postmaster.pid && kill -QUIT "$(head -1 data/postmaster.pid)"; sleep 1; rm -rf "${folder}"/*`;
  const guard = spawn("sh", ["-c", script], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: folder,
    detached: true,
    ...user,
  });
  guard.unref();
  return guard;
}
