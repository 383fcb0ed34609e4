import type { QueryKey } from "@tanstack/react-query";

/**
 * The names under which answers are kept, one place for all areas, so that changes.ts knows what a change makes stale.
 * A longer key starts with its area's: `[...keys.queue(projectId), "rows", 3]`.
 */
export const keys = {
  session: ["session"],
  preferences: ["preferences"],
  projects: ["projects"],
  jobs: ["jobs"],
  files: ["files"],
  exports: ["exports"],
  /** Everything about one project's queue. */
  queue: (projectId: number) => ["queue", projectId],
  queueIds: (projectId: number) => ["queue", projectId, "ids"],
  queueRows: (projectId: number) => ["queue", projectId, "rows"],
  queueCounts: (projectId: number) => ["queue", projectId, "counts"],
  queueFacets: (projectId: number) => ["queue", projectId, "facets"],
  item: (itemId: number) => ["item", itemId],
  /** Verdicts on an item: its history, its draft, what others said. */
  verdicts: (itemId: number) => ["verdicts", itemId],
  reviewers: (projectId: number) => ["reviewers", projectId],
  databases: (projectId: number) => ["databases", projectId],
  results: ["results"],
} as const satisfies Record<string, QueryKey | ((id: number) => QueryKey)>;
