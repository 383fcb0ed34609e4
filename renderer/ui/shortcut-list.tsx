import { Fragment } from "react";
import type { Command, CommandSet } from "./commands.ts";
import { Kbd } from "./kbd.tsx";
import { keyChord } from "./keys.ts";

/** Shortcuts by group, in columns. */
export function ShortcutList({ sets }: { sets: readonly CommandSet[] }) {
  const keysOf = keysInForce(sets);
  return (
    <div className="columns-2 gap-8">
      {commandGroups(sets, (command) => keysOf.has(command)).map(({ group, commands }) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 border-b pb-1 font-semibold">{group}</h3>
          <ul>
            {commands.map((command) => (
              <li key={command.id} className="flex min-h-6.5 items-center gap-3">
                <span className="min-w-40 flex-1">{command.title}</span>
                <span className="flex flex-wrap items-center justify-end gap-1.5">
                  {keysOf.get(command)?.map((keys, at) => (
                    <Fragment key={keys}>
                      {at > 0 && <span className="text-xs text-faint">or</span>}
                      <Kbd keys={keys} />
                    </Fragment>
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

/**
 * The keys by which each command is run, as the dispatcher would choose: what cannot be run gives way, then what was mounted first. A
 * command whose keys all lead to others is left out.
 */
export function keysInForce(sets: readonly CommandSet[]): Map<Command, string[]> {
  const nearest = [...sets].reverse().flatMap(({ commands }) => commands);
  const isOff = ({ enabled }: Command) => enabled === false;
  const taken = new Set<string>();
  const inForce = new Map<Command, string[]>();
  for (const command of [...nearest.filter((one) => !isOff(one)), ...nearest.filter(isOff)]) {
    const own = (command.keys ?? []).filter((keys) => !taken.has(keyChord(keys)));
    for (const keys of own) taken.add(keyChord(keys));
    if (own.length > 0) inForce.set(command, own);
  }
  return inForce;
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
