import type { ProjectRole } from "../domain/member.ts";
import type { Contract } from "./index.ts";

/**
 * Who of a team host's people may call a procedure: everybody (it answers what concerns the caller), those with one of these
 * roles in the project that it is about (a lead always), the leads, or nobody but whoever runs the host.
 */
export type Permission = "everybody" | "leads" | "operator" | readonly ProjectRole[];

const anyRole = ["annotator", "reviewer", "adjudicator"] as const;
const annotators = ["annotator"] as const;
const reviewers = ["reviewer", "adjudicator"] as const;
const adjudicators = ["adjudicator"] as const;

/** The permission of every procedure: one that is not listed here does not compile. */
export const permissions: { readonly [Area in keyof Contract]: Record<keyof Contract[Area], Permission> } = {
  agreementFigures: { ofProject: "leads", start: "leads", details: "leads" },
  bundles: {
    ...{ preview: reviewers, toFile: "operator", toText: reviewers, toDownload: reviewers },
    outline: "operator",
    ...{ open: "operator", previewWork: reviewers, importWork: reviewers },
  },
  certificates: {
    ...{ ofTask: annotators, certify: annotators, matrix: annotators, trend: annotators },
    ...{ certifyTasks: "leads", except: "leads", withdrawException: "leads", importExceptions: "leads" },
    ...{ ignoreMutant: annotators, heedMutant: annotators, strongerTest: annotators, changeSet: annotators },
    ...{ withdrawImport: "leads", exportExceptions: "leads", report: "leads" },
  },
  changes: { watch: "everybody" },
  checkItems: { list: "leads", set: "leads", own: reviewers, people: "leads", clear: "leads" },
  comments: {
    ...{ of: anyRole, start: anyRole, reply: anyRole, edit: anyRole, remove: anyRole, resolve: anyRole },
    ...{ inbox: "everybody", markRead: anyRole, people: "everybody" },
  },
  crossChecks: {
    ...{ list: annotators, acceptance: annotators, ofTask: annotators, judge: annotators, send: annotators },
    ...{ takeBack: annotators, tryBlind: annotators, giveUp: annotators },
  },
  databases: { schema: anyRole, sample: anyRole },
  dialogues: {
    ...{ start: annotators, estimate: annotators, resume: annotators, runs: annotators, heads: annotators },
    ...{
      ambiguityTypes: annotators,
      view: annotators,
      observation: annotators,
      turnsWith: annotators,
      act: annotators,
      answer: annotators,
      ask: annotators,
    },
    ...{ compareSubmission: annotators, judgeSubmission: annotators, exportToText: "leads", remove: "leads" },
  },
  disagreements: {
    ...{
      mine: adjudicators,
      ids: adjudicators,
      rows: adjudicators,
      item: adjudicators,
      settle: adjudicators,
    },
    ...{ reopen: adjudicators, ask: adjudicators, undo: adjudicators, redo: adjudicators },
    ...{ previewRule: adjudicators, settleByRule: adjudicators, askedOfMe: reviewers },
  },
  exports: { preview: "leads", toFile: "operator", toDownload: "leads", toText: "leads" },
  files: { list: "operator" },
  guidelines: { versions: anyRole, save: "leads" },
  importedFiles: { list: "leads", takeBackPreview: "leads", takeBack: "leads" },
  jobs: { list: "everybody", evaluate: "leads", cancel: "leads" },
  judges: { list: adjudicators, import: "leads", remove: "leads" },
  members: {
    ...{ list: "leads", invite: "leads", newLink: "leads", setRoles: "leads", endSessions: "leads" },
    audit: "leads",
  },
  models: { keys: "operator", setKey: "operator", askOneWord: "operator" },
  projects: {
    ...{ list: "everybody", preview: "leads", import: "leads", rename: "leads", delete: "operator" },
  },
  qualification: { tasks: annotators, choose: "leads", own: annotators, begin: annotators, people: "leads" },
  queue: { ids: reviewers, rows: reviewers, counts: reviewers, facets: reviewers, item: reviewers },
  results: {
    ...{ evaluateItem: reviewers, runScratch: reviewers, runCorrected: reviewers, scratchHistory: reviewers },
    ...{ page: "everybody", aligned: "everybody" },
  },
  session: {
    ...{ open: "everybody", waiting: "everybody", damage: "everybody" },
    ...{ allowWaiting: "operator", saveCopy: "operator" },
    ...{ viewState: "everybody", setViewState: "everybody" },
  },
  settings: { ofPerson: "everybody", setOfPerson: "everybody", ofProject: anyRole, setOfProject: "leads" },
  slots: {
    ...{ mine: reviewers, claim: reviewers, giveBack: reviewers },
    ...{ plan: "leads", setPlan: "leads", setShare: "leads", previewHandOut: "leads", handOut: "leads" },
    ...{ undoHandOut: "leads", takeBack: "leads" },
  },
  taskRuns: {
    ...{ run: annotators, runSql: annotators, runTests: annotators, compileTest: "everybody" },
    ...{ schema: annotators, fingerprint: annotators, profileColumns: annotators, readings: annotators },
    ...{ modelReadings: annotators, modelReadingCalls: annotators, readingsOfTasks: annotators },
    ...{ startAll: "leads", evaluatePredictions: "leads", predictionRuns: annotators },
    ...{ predictionLines: annotators, server: "operator", setServerPassword: "operator" },
  },
  tasks: {
    ...{ ids: annotators, rows: annotators, counts: annotators, facets: annotators, statistics: annotators },
    ...{ task: annotators, knowledge: annotators, fileFindings: annotators, sample: "operator" },
    ...{ previewImport: "leads", import: "leads", save: annotators, history: annotators },
    ...{ statusHistory: annotators, setReadings: annotators, setStatus: annotators, create: annotators },
    ...{ templates: annotators, saveAsTemplate: annotators, removeTemplate: "leads", revision: annotators },
    ...{ exportPreview: "leads", exportToFile: "operator", exportToText: "leads" },
    exportToDownload: "leads",
  },
  verdictForms: { orphans: "leads", change: "leads" },
  verdicts: {
    ...{ save: reviewers, undo: reviewers, redo: reviewers, history: reviewers, earlier: reviewers },
    ...{ saveDraft: reviewers, draft: reviewers, discardDraft: reviewers, others: reviewers },
    reviewers,
  },
  workFigures: { ofProject: "leads" },
};
