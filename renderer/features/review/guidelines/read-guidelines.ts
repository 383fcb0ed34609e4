import { useMemo } from "react";
import { z } from "zod";
import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useGuidelines } from "../../../data/guidelines.ts";
import { useViewState } from "../../../data/view-state.ts";

/** Whether a reviewer knows the guidelines as they are. */
export interface ReadGuidelines {
  /** The newest first; undefined while they are on their way. */
  versions: readonly GuidelinesVersion[] | undefined;
  newest: GuidelinesVersion | null;
  /** The version that the reviewer has read last; 0: none. */
  read: number;
  isUnread: boolean;
  markRead(version: number): void;
}

/** The guidelines of a project, and which version of them the person at this window has read. */
export function useReadGuidelines(projectId: number): ReadGuidelines {
  const entry = useMemo(
    () => viewState(`guidelines.read.${projectId}`, z.number().int().nonnegative(), 0),
    [projectId],
  );
  const [read, markRead] = useViewState(entry);
  const { data: versions } = useGuidelines(projectId);
  const newest = versions?.[0] ?? null;
  return { versions, newest, read, isUnread: newest !== null && newest.version > read, markRead };
}
