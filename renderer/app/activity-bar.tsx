import { classes } from "../ui/classes.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { useOwnScreens } from "./own-screens.ts";
import type { Screen, ScreenId } from "./screens.ts";

interface ActivityBarProps {
  current: ScreenId;
  /** The project in front, or null. */
  projectId: number | null;
  onOpen(screen: ScreenId): void;
}

/** The slim bar at the left edge: one button for each screen. */
export function ActivityBar({ current, projectId, onOpen }: ActivityBarProps) {
  const screens = useOwnScreens(projectId);
  const button = (screen: Screen) => (
    <ScreenButton key={screen.id} screen={screen} current={screen.id === current} onOpen={onOpen} />
  );
  return (
    <nav
      aria-label="Screens"
      className="flex w-11 shrink-0 flex-col items-center gap-1 border-r bg-panel py-1.5"
    >
      {screens.filter(({ foot }) => !foot).map(button)}
      <div className="flex-1" />
      {screens.filter(({ foot }) => foot).map(button)}
    </nav>
  );
}

interface ScreenButtonProps {
  screen: Screen;
  current: boolean;
  onOpen(screen: ScreenId): void;
}

function ScreenButton({ screen: { id, title, icon: Icon, keys }, current, onOpen }: ScreenButtonProps) {
  return (
    <Tooltip content={title} keys={keys[0]} side="right">
      <button
        type="button"
        aria-label={title}
        aria-current={current ? "page" : undefined}
        onClick={() => onOpen(id)}
        className={classes(
          "relative flex size-9 items-center justify-center rounded-md",
          current
            ? "text-ink before:absolute before:inset-y-1.5 before:-left-1 before:w-0.5 before:rounded-sm before:bg-accent"
            : "text-faint hover:bg-hover hover:text-ink",
        )}
      >
        <Icon size={20} strokeWidth={1.6} aria-hidden />
      </button>
    </Tooltip>
  );
}
