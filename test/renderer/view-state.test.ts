import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Client } from "../../renderer/data/client.ts";
import { keys } from "../../renderer/data/keys.ts";
import { forgetChangedHere, rememberViewState, viewStateQuery } from "../../renderer/data/view-state.ts";

test("what is changed in a window stands there, though an older answer comes in later", async () => {
  const kept: Record<string, unknown> = { look: "findings", theme: "dark" };
  let answer = (): void => {};
  const client = {
    session: {
      viewState: () =>
        new Promise((resolve) => {
          answer = () => resolve({ ...kept });
        }),
      setViewState: async () => {},
    },
  } as unknown as Client;
  const queries = new QueryClient();
  const ask = () => queries.fetchQuery({ ...viewStateQuery(client), staleTime: 0 });
  const asked = ask();
  rememberViewState(client, queries, "look", "tests");
  answer();
  expect(await asked).toEqual({ look: "tests", theme: "dark" });
  expect(queries.getQueryData(keys.viewState)).toEqual({ look: "tests", theme: "dark" });
  forgetChangedHere();
  kept.look = "run";
  const again = ask();
  answer();
  expect(await again).toMatchObject({ look: "run" });
});
