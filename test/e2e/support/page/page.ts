// A page with nothing of the screens: the window's line to the back end and its abilities, for the specs of the hosts.
import "../../../../renderer/host/strict-page.ts";
import { abilities } from "../../../../renderer/host/abilities.ts";
import { connect } from "../../../../renderer/host/connect.ts";
import type { Connection } from "../../../../renderer/host/connection.ts";

export interface HostPage extends Connection {
  abilities: typeof abilities;
  /** The ids of the menu's commands that reached the page. */
  commands: string[];
}

declare global {
  interface Window {
    hostPage: HostPage;
  }
}

const commands: string[] = [];
abilities.onCommand((id) => commands.push(id));
window.hostPage = { ...(await connect()), abilities, commands };
document.title = window.hostPage.state.get();
