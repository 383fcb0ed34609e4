import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Client } from "../../renderer/data/client.ts";
import { keys } from "../../renderer/data/keys.ts";
import { forgetChangedHere, preferencesQuery, setPreference } from "../../renderer/data/preferences.ts";

test("what is changed in a window stands there, though an older answer comes in later", async () => {
  const kept: Record<string, unknown> = { look: "findings", theme: "dark" };
  let answer = (): void => {};
  const client = {
    session: {
      preferences: () =>
        new Promise((resolve) => {
          answer = () => resolve({ ...kept });
        }),
      setPreference: async () => {},
    },
  } as unknown as Client;
  const queries = new QueryClient();
  const ask = () => queries.fetchQuery({ ...preferencesQuery(client), staleTime: 0 });
  const asked = ask();
  setPreference(client, queries, "look", "tests");
  answer();
  expect(await asked).toEqual({ look: "tests", theme: "dark" });
  expect(queries.getQueryData(keys.preferences)).toEqual({ look: "tests", theme: "dark" });
  forgetChangedHere();
  kept.look = "run";
  const again = ask();
  answer();
  expect(await again).toMatchObject({ look: "run" });
});
