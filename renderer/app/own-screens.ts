import { useSession } from "../data/session.ts";
import { type Screen, screens } from "./screens.ts";

/** The screens for what the person at this window does in a project: all on the host's own machine. */
export function useOwnScreens(projectId: number | null): readonly Screen[] {
  const { roles } = useSession();
  if (roles === null) return screens;
  const own = roles[String(projectId)] ?? [];
  return screens.filter(
    ({ for: wanted }) => wanted === undefined || own.some((role) => role === "lead" || wanted.includes(role)),
  );
}
