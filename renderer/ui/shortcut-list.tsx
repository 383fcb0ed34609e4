import type { Command, CommandSet } from "./commands.ts";
import { Kbd } from "./kbd.tsx";

/** Shortcuts by group, in columns. */
export function ShortcutList({ sets }: { sets: readonly CommandSet[] }) {
  return (
    <div className="columns-2 gap-8">
      {commandGroups(sets, ({ keys }) => (keys?.length ?? 0) > 0).map(({ group, commands }) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 border-b pb-1 font-semibold">{group}</h3>
          <ul>
            {commands.map(({ id, title, keys }) => (
              <li key={id} className="flex min-h-6.5 items-center gap-3">
                <span className="min-w-0 flex-1">{title}</span>
                <span className="flex items-center gap-1.5">
                  {keys?.map((one) => (
                    <Kbd key={one} keys={one} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The commands that are shown, by their group's heading; sets of one group are one. */
export function commandGroups(
  sets: readonly CommandSet[],
  shown: (command: Command) => boolean = () => true,
): { group: string; commands: Command[] }[] {
  const byGroup = new Map<string, Command[]>();
  for (const { group, commands } of sets) {
    const visible = commands.filter((command) => !command.hidden && shown(command));
    if (visible.length > 0) byGroup.set(group, [...(byGroup.get(group) ?? []), ...visible]);
  }
  return [...byGroup].map(([group, visible]) => ({ group, commands: visible }));
}
