import { Command, Keyboard } from "lucide-react";
import type { Ref } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { ProjectSwitcher, type ProjectSwitcherProps } from "./project-switcher.tsx";

export interface TopBarProps extends ProjectSwitcherProps {
  /** The name of the screen in front. */
  screen: string;
  /** Where the screen in front puts its own read-outs (ui/header-content.tsx). */
  slot: Ref<HTMLDivElement>;
}

/** The bar at the top: where we are, what the screen says of itself, and the way to every command. */
export function TopBar({ screen, slot, onDialog, ...project }: TopBarProps) {
  return (
    <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-panel pr-2 pl-3">
      <h1 className="shrink-0 font-semibold">{screen}</h1>
      <span className="text-faint" aria-hidden>
        /
      </span>
      <ProjectSwitcher {...project} onDialog={onDialog} />
      <div ref={slot} className="flex h-full min-w-0 flex-1 items-center justify-end gap-3 pl-2" />
      <div className="flex shrink-0 items-center gap-0.5">
        <IconButton icon={Command} label="Command palette" keys="mod+k" onClick={() => onDialog("palette")} />
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          keys="?"
          onClick={() => onDialog("shortcuts")}
        />
      </div>
    </header>
  );
}
