import { z } from "zod";

/**
 * Which contract a team host has with programs that open its page in a window of their own; counted up when programs of before
 * could not open it any more.
 */
export const hostContract = 1;

/** What a team host says of itself to whoever asks, at `hostCardPath`. */
export const HostCard = z.object({ program: z.literal("querent"), contract: z.number().int() });

export const hostCardPath = "/host";

/** Why an address is not opened, in words for who typed it. */
export class TeamAddressRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TeamAddressRefused";
  }
}

const isOnThisMachine = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Whether what somebody names is an address, and not a file. */
export const isTeamAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** The address of a team's workspace, or a sign-in link to it; plain HTTP off this machine only where that is said. Throws `TeamAddressRefused`. */
export function readTeamAddress(text: string, { withoutTls = false } = {}): URL {
  const typed = text.trim();
  if (!isTeamAddress(typed) || !URL.canParse(typed))
    throw new TeamAddressRefused(
      "A team's workspace has an address as https://querent.example.org. Copy it, or the sign-in link, from your lead's message.",
    );
  const url = new URL(typed);
  if (url.username !== "" || url.password !== "")
    throw new TeamAddressRefused("Leave the name and password out of the address. You sign in by your link.");
  if (url.protocol === "http:" && !withoutTls && !isOnThisMachine(url))
    throw new TeamAddressRefused(
      `Over http:// everybody on the way reads your link and your verdicts. Open https://${url.host}; if its host brings no HTTPS and you trust the network, run 'querent open ${url.origin} --without-tls'.`,
    );
  return url;
}
