import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import { Criterion, type CriterionState } from "#shared/domain/cross-check.ts";
import type { AskedCriterion } from "../../../data/cross-checks.ts";
import type { CheckSteps } from "./use-check-steps.ts";

/** How long typing a reason must pause before it is stored, in milliseconds. */
const restMs = 400;

/** A criterion as it is on screen. */
export interface CriterionLine extends CriterionState {
  /** What the caller says of it now; null: nothing yet. */
  accepted: boolean | null;
  /** The reason as it is typed. */
  reason: string;
}

/** The criteria of a task, and what the person at this window can say of them. */
export interface Judging {
  lines: readonly CriterionLine[];
  active: Criterion;
  choose(criterion: Criterion): void;
  /** Accepts a criterion and goes on to the next that is open. */
  accept(criterion: Criterion): void;
  /** Rejects it: it counts once it has a reason. */
  reject(criterion: Criterion): void;
  setReason(criterion: Criterion, reason: string): void;
  /** Stores what is typed; resolves when it is stored. */
  flush(): Promise<void>;
}

/** The judgements of one task; reasons are stored as they are typed. */
export function useJudging(view: TaskCrossChecks, steps: CheckSteps): Judging {
  const { taskId, criteria } = view;
  const firstOpen = criteria.find(({ state }) => state === "open")?.criterion ?? "questions";
  const [active, setActive] = useState<Criterion>(firstOpen);
  const { typed, put, store } = useTypedReasons(view, steps);
  const stored = (criterion: Criterion) => storedOf(criteria, criterion);
  return {
    lines: criteria.map((state) => shownLine(state, typed[state.criterion])),
    active,
    choose: setActive,
    accept: (criterion) => {
      put(criterion, undefined);
      void steps.judge(taskId, stored(criterion), { criterion, accepted: true, reason: "" });
      setActive(nextOpenCriterion(criteria, criterion));
    },
    reject: (criterion) => {
      setActive(criterion);
      const { accepted, reason } = stored(criterion);
      put(criterion, accepted === false ? reason : (typed[criterion] ?? ""));
    },
    setReason: (criterion, reason) => put(criterion, reason),
    flush: store,
  };
}

type Typed = Partial<Record<Criterion, string>>;

/** The reasons that are being typed, and how they are stored. */
function useTypedReasons({ taskId, criteria }: TaskCrossChecks, steps: CheckSteps) {
  const [typed, setTyped] = useState<Typed>({});
  const latest = useRef({ typed, criteria });
  useLayoutEffect(() => {
    latest.current = { typed, criteria };
  });
  const put = useCallback((criterion: Criterion, reason: string | undefined) => {
    const { [criterion]: _, ...others } = latest.current.typed;
    const next: Typed = reason === undefined ? others : { ...others, [criterion]: reason };
    latest.current = { ...latest.current, typed: next };
    setTyped(next);
  }, []);
  const store = useCallback(async () => {
    const { typed: now, criteria: known } = latest.current;
    const asked = Criterion.options.flatMap((criterion) => {
      const before = storedOf(known, criterion);
      const after = rejection(criterion, now[criterion]);
      const isSame = after === null || (after.accepted === before.accepted && after.reason === before.reason);
      return isSame ? [] : [steps.judge(taskId, before, after)];
    });
    await Promise.all(asked);
  }, [taskId, steps]);
  useEffect(() => {
    if (Object.keys(typed).length === 0) return;
    const timer = setTimeout(() => void store(), restMs);
    return () => clearTimeout(timer);
  }, [typed, store]);
  useEffect(() => () => void store(), [store]);
  return { typed, put, store };
}

/** What is stored of the caller's for the next check. */
function storedOf(criteria: readonly CriterionState[], criterion: Criterion): AskedCriterion {
  const given = criteria.find((one) => one.criterion === criterion && one.state === "given")?.judgement;
  return { criterion, accepted: given?.accepted ?? null, reason: given?.reason ?? "" };
}

/** What a typed reason makes of a criterion: rejected, or nothing where the words are gone; null where none is typed. */
function rejection(criterion: Criterion, typed: string | undefined): AskedCriterion | null {
  if (typed === undefined) return null;
  const reason = typed.trim();
  return { criterion, accepted: reason === "" ? null : false, reason };
}

function shownLine(state: CriterionState, typed: string | undefined): CriterionLine {
  const given = state.state === "given" ? state.judgement : null;
  if (typed !== undefined) return { ...state, accepted: false, reason: typed };
  return { ...state, accepted: given?.accepted ?? null, reason: given?.reason ?? "" };
}

function nextOpenCriterion(criteria: readonly CriterionState[], after: Criterion): Criterion {
  const at = Criterion.options.indexOf(after);
  const order = [...Criterion.options.slice(at + 1), ...Criterion.options.slice(0, at)];
  const isOpen = (criterion: Criterion) =>
    criteria.some((one) => one.criterion === criterion && one.state === "open");
  return order.find(isOpen) ?? after;
}
