import type { Services } from "../../electron/router.ts";
import { contract } from "../../shared/contract/index.ts";

type Given = { [Area in keyof Services]?: Partial<Services[Area]> };

/** Services of which only the given calls are there; any other call fails its test. */
export function servicesWith(given: Given): Services {
  const areas = Object.entries(contract).map(([area, calls]) => {
    const present = given[area as keyof Services] as Record<string, unknown> | undefined;
    const methods = Object.keys(calls).map((name) => [
      name,
      present?.[name] ??
        (() => {
          throw new Error(`${area}.${name} is no part of this test`);
        }),
    ]);
    return [area, Object.fromEntries(methods)];
  });
  return Object.fromEntries(areas) as Services;
}
