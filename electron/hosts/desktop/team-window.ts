import { type BrowserWindow, type Session, session } from "electron";
import { TeamAddressRefused } from "#shared/domain/team-address.ts";
import { digestOf } from "../../secret.ts";
import { askTeamHost } from "../ask-team-host.ts";
import { guardTeamSession } from "./guards.ts";
import { teamMenu } from "./menu.ts";
import { makeWindow } from "./window.ts";

const guarded = new WeakSet<Session>();

/**
 * Opens a team host's own page, in a session that is that host's alone: its cookie stays there over starts, its requests reach
 * nothing else, and it gets no preload, so that it can ask nothing of this machine. Throws `TeamAddressRefused`.
 */
export async function openTeamWindow(url: URL): Promise<BrowserWindow> {
  const own = sessionOf(url.origin);
  await askTeamHost(url, (input, init) => own.fetch(String(input), init));
  const { window, show } = makeWindow({ session: own });
  window.setMenu(teamMenu(() => void openTeamWindow(new URL(url.origin))));
  try {
    await show(url.href);
  } catch (error) {
    window.destroy();
    throw new TeamAddressRefused(`The page of ${url.origin} could not be opened. Try again.`, {
      cause: error,
    });
  }
  return window;
}

function sessionOf(origin: string): Session {
  const own = session.fromPartition(`persist:team-${digestOf(origin)}`);
  if (!guarded.has(own)) {
    guardTeamSession(own, origin);
    guarded.add(own);
  }
  return own;
}
