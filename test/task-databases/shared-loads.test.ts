import { expect, test } from "vitest";
import type { LoadProgress, TemplateRef } from "../../electron/engines/engine.ts";
import { createSharedLoads } from "../../electron/task-databases/shared-loads.ts";

const ref: TemplateRef = { engine: "pglite", database: "harbour", id: "1" };
const half: LoadProgress = { doneBytes: 50, totalBytes: 100, statement: 3 };

test("whoever joins a load hears at once how far it is, though its next statement takes long", async () => {
  const loads = createSharedLoads();
  const end = Promise.withResolvers<TemplateRef>();
  const first = loads.ask(
    "harbour",
    (_signal, onProgress) => {
      onProgress(half);
      return end.promise;
    },
    {},
  );
  const heard: LoadProgress[] = [];
  const second = loads.ask("harbour", () => expect.unreachable("it is under way"), {
    onLoading: (progress) => heard.push(progress),
  });
  expect(heard).toEqual([half]);
  end.resolve(ref);
  expect(await Promise.all([first, second])).toEqual([ref, ref]);
});

test("a load that one of two leaves goes on; left by both, it is stopped and asked for anew", async () => {
  const loads = createSharedLoads();
  const [one, other] = [new AbortController(), new AbortController()];
  const stopped: unknown[] = [];
  const load = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => stopped.push(signal.reason));
    return new Promise<TemplateRef>(() => undefined);
  };
  const first = loads.ask("harbour", load, { signal: one.signal });
  const second = loads.ask("harbour", load, { signal: other.signal });
  one.abort("left");
  await expect(first).rejects.toBe("left");
  expect(stopped).toEqual([]);
  other.abort("left too");
  await expect(second).rejects.toBe("left too");
  expect(stopped).toHaveLength(1);
  expect(await loads.ask("harbour", async () => ref, {})).toEqual(ref);
});
