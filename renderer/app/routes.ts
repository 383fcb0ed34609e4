import { z } from "zod";
import { type ScreenId, screens } from "./screens.ts";

/** What the window shows: a screen, of which project, and at which item (in review), task or dialogue. */
export const Route = z.object({
  screen: z.enum(screens.map(({ id }) => id) as [ScreenId]),
  projectId: z.coerce.number().int().positive().nullable(),
  itemId: z.coerce.number().int().positive().nullable(),
});
export type Route = z.infer<typeof Route>;

/** A route as it is in the address: "#/review", "#/12/review/4511", "#/12/tasks/7", "#/12/dialogues/9", "#/12/data". */
export function formatRoute({ screen, projectId, itemId }: Route): string {
  const parts = [projectId, screen, projectId === null ? null : itemId].filter((part) => part !== null);
  return `#/${parts.join("/")}`;
}

/** The route in an address's fragment, or null where it has none. */
export function parseRoute(hash: string): Route | null {
  const match = /^#\/(?:(\d+)\/)?([a-z]+)(?:\/(\d+))?$/.exec(hash);
  if (!match) return null;
  const [, projectId = null, screen, itemId = null] = match;
  const route = Route.safeParse({ screen, projectId, itemId });
  return route.success ? route.data : null;
}
