import { expect, test } from "vitest";
import { Streams } from "../../renderer/data/streams.ts";

type Counted = { type: "count"; count: number } | { type: "done" };

/** Counts up, and goes on when it is let. */
function counting(go: Promise<void>, last: Counted | Error = { type: "done" }) {
  return {
    first: { count: 0 },
    async *events(signal: AbortSignal): AsyncGenerator<Counted> {
      yield { type: "count", count: 1 };
      await Promise.race([
        go,
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ]);
      if (last instanceof Error) throw last;
      yield last;
    },
    after: ({ count }: { count: number }, event: Counted) => ({
      count: event.type === "count" ? event.count : count + 1,
    }),
  };
}

const gate = () => {
  let open = (): void => undefined;
  return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() };
};

test("what comes of a stream is shown event by event, and who waits for its end is told", async () => {
  const streams = new Streams<string, { count: number }>();
  const { opened, open } = gate();
  const started = streams.start<Counted>("a", counting(opened));
  await expect.poll(() => streams.get("a")).toMatchObject({ state: "running", count: 1 });
  open();
  await streams.ended("a");
  await started;
  expect(streams.get("a")).toMatchObject({ state: "done", count: 2, error: null });
});

test("a stream that is cancelled keeps what came of it, and says so at once", async () => {
  const streams = new Streams<string, { count: number }>();
  const started = streams.start<Counted>("a", counting(gate().opened));
  await expect.poll(() => streams.get("a")?.count).toBe(1);
  streams.cancel("a");
  expect(streams.get("a")).toMatchObject({ state: "cancelled", count: 1 });
  await started;
  expect(streams.get("a")).toMatchObject({ state: "cancelled", error: null });
});

test("what is forgotten is stopped, and comes anew when it is started again", async () => {
  const streams = new Streams<string, { count: number }>();
  const before = streams.start<Counted>("a", counting(gate().opened));
  await expect.poll(() => streams.get("a")?.count).toBe(1);
  streams.forgetAll();
  await before;
  expect(streams.get("a")).toBeUndefined();
  await streams.start<Counted>("a", counting(Promise.resolve()));
  expect(streams.get("a")).toMatchObject({ state: "done", count: 2 });
});

test("another start takes the place of the one before, whose end changes nothing any more", async () => {
  const streams = new Streams<string, { count: number }>();
  const before = streams.start<Counted>("a", counting(gate().opened));
  const { opened, open } = gate();
  const after = streams.start<Counted>("a", counting(opened));
  await before;
  expect(streams.get("a")?.state).toBe("running");
  open();
  await after;
  expect(streams.get("a")?.state).toBe("done");
});

test("a stream that fails, or ends without a result, says why", async () => {
  const streams = new Streams<string, { count: number }>();
  await streams.start<Counted>("a", counting(Promise.resolve(), new Error("The line was cut.")));
  expect(streams.get("a")).toMatchObject({ state: "failed", error: { message: "The line was cut." } });
  await streams.start<Counted>("a", counting(Promise.resolve(), { type: "count", count: 5 }));
  expect(streams.get("a")).toMatchObject({ state: "failed", count: 5 });
});

test("what ended longest ago is forgotten, but not what runs or is in use", async () => {
  const streams = new Streams<number, { count: number }>();
  streams.keepOnly(new Set([0]));
  for (let key = 0; key < 30; key++) await streams.start<Counted>(key, counting(Promise.resolve()));
  expect(streams.get(0)?.state).toBe("done");
  expect(streams.get(1)).toBeUndefined();
  expect(streams.get(29)?.state).toBe("done");
});
