import { ORPCError } from "@orpc/client";
import { createRouterClient } from "@orpc/server";
import { describe, expect, it } from "vitest";
import { notStarted } from "../electron/engines/engine.ts";
import { createRouter, type Services } from "../electron/router.ts";
import { ServiceFault } from "../electron/services/fault.ts";
import { StorageError } from "../electron/store/storage-error.ts";
import { servicesWith } from "./support/services-with.ts";

const session = {
  actor: "ada",
  version: "1",
  workspacePath: "/w",
  projectId: null,
  roles: null,
};

function clientOf(services: Services) {
  const logged: { message: string; error: unknown }[] = [];
  const router = createRouter({
    services,
    log: (message, error) => logged.push({ message, error }),
    newErrorId: () => "e-1",
  });
  return { client: createRouterClient(router, { context: { actor: "ada" } }), logged };
}

async function errorOf(promise: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await promise.then(
    () => new Error("it succeeded"),
    (reason) => reason,
  );
  if (error instanceof ORPCError) return error;
  throw error;
}

describe("the router", () => {
  it("tells the services who calls, as the host knows them", async () => {
    const { client } = clientOf(
      servicesWith({ session: { open: (_input, { actor }) => ({ ...session, actor }) } }),
    );
    expect((await client.session.open()).actor).toBe("ada");
  });

  it("answers a fault as the contract's typed error", async () => {
    const { client, logged } = clientOf(
      servicesWith({
        queue: {
          item: () => {
            throw new ServiceFault("NOT_FOUND", "There is no item 7.", { what: "item 7" });
          },
        },
      }),
    );
    const error = await errorOf(client.queue.item({ itemId: 7 }));
    expect(error).toMatchObject({
      code: "NOT_FOUND",
      defined: true,
      status: 404,
      message: "There is no item 7.",
      data: { what: "item 7" },
    });
    expect(logged).toEqual([]);
  });

  it("says what to do where the computer gives no more files", async () => {
    const { client, logged } = clientOf(
      servicesWith({
        projects: { list: () => Promise.reject(notStarted("spawn node EMFILE")) },
      }),
    );
    expect(await errorOf(client.projects.list())).toMatchObject({
      ...{ code: "MACHINE", defined: true, status: 503 },
      message: expect.stringContaining("Let Querent have more files open (ulimit -n)"),
    });
    expect(logged).toEqual([]);
  });

  it("answers an error of the disk as STORAGE", async () => {
    const { client } = clientOf(
      servicesWith({ projects: { list: () => Promise.reject(new StorageError("disk-full", "/w")) } }),
    );
    expect(await errorOf(client.projects.list())).toMatchObject({
      code: "STORAGE",
      defined: true,
      data: { reason: "disk-full", path: "/w" },
    });
  });

  it("tells nothing of an unexpected error but an id, under which the log has it", async () => {
    const secret = new TypeError("cannot read properties of /home/ada/secret");
    const { client, logged } = clientOf(servicesWith({ projects: { list: () => Promise.reject(secret) } }));
    const error = await errorOf(client.projects.list());
    expect(error).toMatchObject({ code: "INTERNAL_SERVER_ERROR", data: { id: "e-1" } });
    expect(JSON.stringify(error.toJSON())).not.toContain("secret");
    expect(logged).toEqual([{ message: "error e-1 in projects.list", error: secret }]);
  });

  it("answers a fault in the middle of a stream as a typed error", async () => {
    const { client } = clientOf(
      servicesWith({
        changes: {
          async *watch() {
            yield { type: "projects" as const };
            throw new ServiceFault("NOT_FOUND", "It has gone.", { what: "workspace" });
          },
        },
      }),
    );
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const change of await client.changes.watch()) seen.push(change);
    })();
    expect(await errorOf(reading)).toMatchObject({ code: "NOT_FOUND", message: "It has gone." });
    expect(seen).toEqual([{ type: "projects" }]);
  });

  it("refuses input that the contract does not allow before any service sees it", async () => {
    const { client } = clientOf(servicesWith({}));
    expect(await errorOf(client.queue.item({ itemId: 1.5 }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("does not let an answer out that breaks the contract", async () => {
    const { client } = clientOf(servicesWith({ session: { open: () => ({ ...session, projectId: -0.5 }) } }));
    expect(await errorOf(client.session.open())).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });

  it("will not be built when a call has nothing behind it", () => {
    const services = servicesWith({}) as unknown as Record<string, Record<string, unknown>>;
    delete services.verdicts?.undo;
    expect(() => clientOf(services as unknown as Services)).toThrow(/verdicts\.undo/);
  });
});
