import type { QueryKey } from "@tanstack/react-query";

/**
 * The names under which answers are cached, for all areas together, so that changes.ts knows what a change makes stale.
 * A longer key starts with its area's: `[...keys.queue(projectId), "rows", 3]`.
 */
export const keys = {
  session: ["session"],
  /** What of a workspace from elsewhere waits for the person's word. */
  waiting: ["waiting"],
  damage: ["damage"],
  members: ["members"],
  viewState: ["view-state"],
  /** What is set: of the person at this window, and of each project. */
  settings: ["settings"],
  projects: ["projects"],
  jobs: ["jobs"],
  /** How many requests of this person wait for a worker of a team host. */
  turns: ["turns"],
  files: ["files"],
  exports: ["exports"],
  /** Everything about one project's queue. */
  queue: (projectId: number) => ["queue", projectId],
  queueIds: (projectId: number) => ["queue", projectId, "ids"],
  queueRows: (projectId: number) => ["queue", projectId, "rows"],
  queueCounts: (projectId: number) => ["queue", projectId, "counts"],
  queueFacets: (projectId: number) => ["queue", projectId, "facets"],
  item: (itemId: number) => ["item", itemId],
  everyCheckItem: ["check-items"],
  checkItems: (projectId: number) => ["check-items", projectId],
  /** Who is to judge which items. */
  slots: (projectId: number) => ["slots", projectId],
  everyQualification: ["qualification"],
  qualification: (projectId: number) => ["qualification", projectId],
  /** What people said differently, and what was settled. */
  disagreements: (projectId: number) => ["disagreements", projectId],
  disagreementRows: (projectId: number) => ["disagreements", projectId, "rows"],
  /** Whether the person may see and settle them. */
  disagreementAccess: ["disagreement-access"],
  /** What people said of one item, and of every one. */
  disagreement: (itemId: number) => ["disagreement", itemId],
  everyDisagreement: ["disagreement"],
  judges: (projectId: number) => ["judges", projectId],
  /** What adjudicators ask of the person at this window. */
  askedOfMe: (projectId: number) => ["asked", projectId],
  /** How far people agree: of a project, and of all. */
  everyAgreement: ["agreement"],
  agreement: (projectId: number) => ["agreement", projectId],
  workFigures: (projectId: number) => ["work-figures", projectId],
  guidelines: (projectId: number) => ["guidelines", projectId],
  /** Verdicts on an item: its history, its draft, what others said. */
  verdicts: (itemId: number) => ["verdicts", itemId],
  /** Own earlier verdicts on related items, of whatever item. */
  earlierVerdicts: ["earlier-verdicts"],
  reviewers: (projectId: number) => ["reviewers", projectId],
  databases: (projectId: number) => ["databases", projectId],
  results: ["results"],
  /** Everything about the list of one project's tasks. */
  tasks: (projectId: number) => ["tasks", projectId],
  taskIds: (projectId: number) => ["tasks", projectId, "ids"],
  taskRows: (projectId: number) => ["tasks", projectId, "rows"],
  taskCounts: (projectId: number) => ["tasks", projectId, "counts"],
  taskFacets: (projectId: number) => ["tasks", projectId, "facets"],
  taskStatistics: (projectId: number) => ["tasks", projectId, "statistics"],
  task: (taskId: number) => ["task", taskId],
  /** Every task that is cached, of whatever project. */
  everyTask: ["task"],
  /** Knowledge, column meanings and schemas of a project's databases. */
  knowledge: (projectId: number) => ["knowledge", projectId],
  /** What Python says of test scripts, by their text. */
  compiledTests: ["compiled-tests"],
  taskImports: ["task-imports"],
  taskExports: ["task-exports"],
  predictionRuns: (projectId: number) => ["prediction-runs", projectId],
  /** Runs of dialogues of a project. */
  dialogueRuns: (projectId: number) => ["dialogue-runs", projectId],
  /** Matrix and trend of a project's certificates. */
  certificates: (projectId: number) => ["certificates", projectId],
  certificate: (taskId: number) => ["certificates", "task", taskId],
  /** Those of all tasks and projects. */
  everyCertificate: ["certificates"],
  /** Where the tasks of a project are between author and checker. */
  crossCheckAcceptance: (projectId: number) => ["cross-checks", projectId, "acceptance"],
  crossChecks: (projectId: number) => ["cross-checks", projectId],
  crossChecksOfTask: (taskId: number) => ["cross-checks", "task", taskId],
  /** Those of all tasks and projects. */
  everyCrossCheck: ["cross-checks"],
  /** Threads on items and tasks, the inbox, and who can be mentioned. */
  comments: ["comments"],
  server: (projectId: number) => ["server", projectId],
} as const satisfies Record<string, QueryKey | ((id: number) => QueryKey)>;
