import { describe, expect, it } from "vitest";
import { machineFault, runErrorOf } from "../../electron/queries/run-errors.ts";
import type { Evaluation } from "../../shared/domain/evaluation.ts";

const thrown = (code: string) => Object.assign(new Error(`${code}: as the system says it`), { code });

describe("what the system says while a statement runs", () => {
  it.each(["ENOSPC", "EDQUOT", "EIO", "EMFILE", "ENFILE", "ENOMEM", "EROFS"])(
    "is the machine's fault, on whichever side, and no result: %s",
    (code) => {
      const error = runErrorOf(thrown(code));
      expect(error).toMatchObject({ kind: "machine", offset: null });
      const failed = { error } as Evaluation["gold"];
      const fine = { error: null } as Evaluation["gold"];
      expect(machineFault({ predicted: failed, gold: fine } as Evaluation)).toBe(error.message);
      expect(machineFault({ predicted: fine, gold: failed } as Evaluation)).toBe(error.message);
      expect(machineFault({ predicted: fine, gold: fine } as Evaluation)).toBeNull();
    },
  );

  it("is the engine's otherwise, and is shown no longer than 64 kB", () => {
    const error = runErrorOf(new Error("x".repeat(1_000_000)));
    expect(error.kind).toBe("engine");
    expect(error.message.length).toBeLessThan(70_000);
  });
});
