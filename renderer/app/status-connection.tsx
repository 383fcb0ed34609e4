import { Plug, Unplug } from "lucide-react";
import { useConnectionState } from "../data/client.ts";
import { StatusItem } from "./status-item.tsx";

const said = {
  connected: { words: "Connected", hint: "The window talks to its back end.", tone: "neutral" },
  reconnecting: {
    words: "Reconnecting…",
    hint: "The back end does not answer. What you do is kept and sent when it is back; press to reload the window.",
    tone: "warning",
  },
  refused: {
    words: "Disconnected",
    hint: "The back end has ended or was started anew. Start Querent again; nothing saved is lost. Press to reload the window.",
    tone: "error",
  },
} as const;

/** Whether the back end can be reached. */
export function ConnectionStatus() {
  const state = useConnectionState();
  const { words, hint, tone } = said[state];
  return (
    <div role="status">
      <StatusItem
        icon={state === "connected" ? Plug : Unplug}
        tone={tone}
        hint={hint}
        onClick={() => {
          if (state !== "connected") location.reload();
        }}
      >
        {words}
      </StatusItem>
    </div>
  );
}
