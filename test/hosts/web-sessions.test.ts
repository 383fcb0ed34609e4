import { describe, expect, it } from "vitest";
import { WebSessions } from "../../electron/hosts/web/web-sessions.ts";

describe("the sessions of the web host", () => {
  it("let one window in with a token, once", () => {
    const sessions = new WebSessions(() => 0);
    const token = sessions.mint(1_000);
    const secret = sessions.spend(token);
    expect(secret).not.toBeNull();
    expect(sessions.knows(secret ?? "")).toBe(true);
    expect(sessions.isPast(token)).toBe(true);
    expect(sessions.spend(token)).toBeNull();
  });

  it("refuse a token that is too old, unknown, or a session's secret", () => {
    let now = 0;
    const sessions = new WebSessions(() => now);
    const late = sessions.mint(1_000);
    const secret = sessions.spend(sessions.mint(1_000)) ?? "";
    now = 1_001;
    expect(sessions.spend(late)).toBeNull();
    expect(sessions.spend("guess")).toBeNull();
    expect([late, "guess"].map((token) => sessions.isPast(token))).toEqual([true, false]);
    expect(sessions.spend(secret)).toBeNull();
    expect(sessions.knows(late)).toBe(false);
  });

  it("give every window a secret of its own", () => {
    const sessions = new WebSessions(() => 0);
    const secrets = [1, 2, 3].map(() => sessions.spend(sessions.mint(1)));
    expect(new Set(secrets).size).toBe(3);
    expect(secrets.every((secret) => secret !== null && sessions.knows(secret))).toBe(true);
  });
});
