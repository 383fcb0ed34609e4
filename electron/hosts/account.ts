import os from "node:os";

/** The account of whoever started this host: the caller's identity in everything that is saved. */
export function account(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A user id without an entry in the system's user list, as in some containers.
    return process.env.USER || process.env.USERNAME || `user-${process.getuid?.() ?? "unknown"}`;
  }
}
