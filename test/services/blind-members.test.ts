import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { globalItemKey, signatureOf } from "../../electron/services/bundle-keys.ts";
import { appendConsensusEvent } from "../../electron/store/consensus.ts";
import { putJudgeResults } from "../../electron/store/judge-labels.ts";
import { workspaceName } from "../../electron/store/open-workspace.ts";
import { addScratchQuery } from "../../electron/store/scratch-queries.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import type { Change } from "../../shared/contract/changes.ts";
import type { Download } from "../../shared/contract/download.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";
import type { ProjectRole } from "../../shared/domain/member.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import { type BundleFile, workText } from "../../shared/formats/bundle.ts";
import { exportFormats } from "../../shared/formats/verdict-export/export-formats.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";
import { type ContractCall, contractCalls } from "./contract-calls.ts";

/** What Ann says of the first item in a world: everything in it differs from the other world but that she has finished. */
interface Said {
  judgement: Judgement;
  /** How often she saves and runs a query of her own, and how many comments she writes. */
  saves: number;
  comments: number;
  /** How long she takes for each, in milliseconds. */
  pauseMs: number;
}

const short: Said = {
  judgement: { ...emptyJudgement, label: "yes", note: "as the question asks" },
  ...{ saves: 1, comments: 1, pauseMs: 1_000 },
};
const long: Said = {
  judgement: {
    ...{ ...emptyJudgement, label: "no", note: "counts harbours", diagnoses: ["GoldX"], flagged: true },
    correctedSql: "SELECT 41",
  },
  ...{ saves: 3, comments: 4, pauseMs: 77_000 },
};

interface World {
  services: TestServices;
  folder: string;
  /** The name of the workspace, which differs on a server. */
  workspace: string;
  ids: Record<string, unknown>;
  bert: { actor: string; isMember: boolean };
  /** The time there, which goes on by a second a call, however often what runs behind it asks for it. */
  clock: { ms: number; step: number };
  /** What Bert's window heard of changes while the worlds grew apart, and goes on hearing. */
  heard: Change[];
  /** How much of it is of the time in which they grew apart. */
  ofHerTime: number;
}

/** A project with two opinions an item, all of Ann's and Bert's slots given by a lead; Ann has finished the first item. */
// Longer than a function should be: one world is told from its beginning to its end.
async function worldWhere(said: Said, roles: ProjectRole[], set = {}): Promise<World> {
  const { judgement } = said;
  const file = { label: judgement.label === "yes", reason: judgement.note };
  const { workspace, projectId, itemIds, folder } = await testWorkspace(
    [prediction(0, file), prediction(1), prediction(2)],
    "File",
  );
  writeDatabase(folder);
  const clock = { ms: Date.UTC(2026, 2, 1, 12), step: 0 };
  const ids = { next: 0 };
  const services = testServices(workspace, {
    now: () => {
      clock.ms += clock.step;
      return new Date(clock.ms);
    },
    newId: () => `00000000-0000-4000-8000-${String(ids.next++).padStart(12, "0")}`,
  });
  const [itemId = 0, second = 0] = itemIds;
  const operator = { actor: "operator" };
  await workspace.write((db) => putSettingsOfProject(db, projectId, set));
  const invite = async (name: string, own: ProjectRole[]) => {
    const { account } = await services.members.invite({ projectId, name, roles: own }, operator);
    return { actor: account, isMember: true };
  };
  const ann = await invite("Ann", ["reviewer"]);
  const bert = await invite("Bert", roles);
  await services.slots.setPlan({ projectId, plan: { overlap: 2, leaseMinutes: 60 } }, operator);
  const judging = roles.includes("annotator") ? ["Ann"] : ["Ann", "Bert"];
  const wish = { projectId, rule: "even" as const, dbId: null, from: null, to: 1, most: null };
  await services.slots.handOut({ ...wish, reviewers: judging }, operator);
  const heard = await hear(services, bert);
  // From here on the worlds differ.
  clock.step = said.pauseMs;
  const save = (judged: Judgement, of: number, baseRevision: number) =>
    services.verdicts.save({ itemId: of, baseRevision, saveId: crypto.randomUUID(), judgement: judged }, ann);
  for (let saves = 0; saves < said.saves; saves += 1) await save(judgement, itemId, saves);
  await services.verdicts.saveDraft({ ...judgement, itemId, baseRevision: said.saves, note: "hm" }, ann);
  const scratch = {
    dbId: "harbour",
    sql: "SELECT 2",
    ranAt: "2026-03-01T12:15:00.000Z",
    status: "ok",
    rows: 1,
  };
  for (let runs = 0; runs < said.saves; runs += 1)
    await workspace.write((db) => addScratchQuery(db, projectId, ann.actor, scratch));
  for (let comments = 0; comments < said.comments; comments += 1)
    await services.comments.start({ subject: { itemId }, topic: null, text: `@Bert ${judgement.note}` }, ann);
  await workspace.write(async (db) => {
    const isYes = judgement.label === "yes";
    const judge = { projectId, judge: "ROSE_own", by: "Ann", at: "2026-03-01T12:30:00.000Z" };
    await putJudgeResults(db, judge, [
      { questionId: "0", predictedSql: null, score: isYes, goldX: !isYes, ambQ: isYes },
    ]);
    await appendConsensusEvent(db, {
      ...{ saveId: null, projectId, itemId, actor: "carla", at: "2026-03-01T13:00:00.000Z" },
      ...{ action: "settle", reverts: null },
      consensus: {
        ...{ rule: "adjudicated", label: judgement.label ?? "", diagnoses: judgement.diagnoses },
        ...{ notes: [judgement.note], settledBy: "carla" },
      },
    });
  });
  // What he hears last of her time.
  await heardAll(services, projectId, heard);
  Object.assign(clock, { ms: Date.UTC(2026, 2, 2, 12), step: 0 });
  ids.next = 1_000_000;
  return {
    ...{
      services,
      folder,
      workspace: workspaceName(workspace.path),
      bert,
      clock,
      heard,
      ofHerTime: heard.length,
    },
    ids: { projectId, itemId, itemIds, reviewer: "Ann", account: ann.actor, path: `${folder}/out`, second },
  };
}

async function hear(services: TestServices, bert: World["bert"]): Promise<Change[]> {
  const heard: Change[] = [];
  const changes = await services.changes.watch(undefined, bert);
  void (async () => {
    for await (const change of changes) heard.push(change);
  })();
  return heard;
}

/** Waits until Bert's window has heard whatever was published before, and what the jobs that it heard of did. */
async function heardAll(services: TestServices, projectId: number, heard: Change[]): Promise<void> {
  const running = () => {
    const states = new Map(
      heard.flatMap((change) => (change.type === "job" ? [[change.job.id, change.job.state]] : [])),
    );
    return [...states.values()].filter((state) => state === "running");
  };
  await vi.waitFor(() => expect(running()).toEqual([]), 30_000);
  const before = heard.length;
  await services.slots.setShare({ projectId, reviewer: "Bert", quota: null, dueOn: null });
  const last = { type: "slots", projectId, reviewer: "Bert" };
  await vi.waitFor(() => expect(heard.slice(before)).toContainEqual(last), 30_000);
}

const form = { ...roseForm, labels: roseForm.labels.slice(0, 1) };

/** What is asked where the least input does not lead to an answer that could tell. */
const asked: Record<string, Record<string, unknown>[]> = {
  "verdictForms.orphans": [{ form }],
  "verdictForms.change": [{ form, renames: [] }],
  "results.runScratch": [{ sql: "SELECT 1" }],
  "results.runCorrected": [{ sql: "SELECT 1" }],
  "queue.ids": [
    ...["counts harbours", "as the question"].map((text) => ({ filter: { text } })),
    ...["yes", "no", "unlabelled", "flagged"].map((label) => ({ filter: { label } })),
    { filter: { diagnosis: "GoldX" } },
  ],
  "disagreements.ids": ["people", "judge", "ex-yes", "ex-no"].flatMap((about) =>
    ["open", "settled", "asked"].map((state) => ({ filter: { state, about } })),
  ),
  ...Object.fromEntries(
    ["exports.preview", "exports.toText", "exports.toDownload"].map((path) => [
      path,
      Object.keys(exportFormats).flatMap((format) =>
        [null, "Ann", "File"].map((reviewer) => ({ format, reviewer })),
      ),
    ]),
  ),
  "agreementFigures.details": [{ stage: "independent" }, { stage: "discussed" }],
  "slots.previewHandOut": [{ reviewers: ["Ann", "Bert"], dbId: null, from: null, to: null, most: null }],
};

/** Not called: what reaches out of the machine, and the stream without an end, which is heard all the while. */
const left = new Set(["changes.watch", "models.askOneWord"]);

/** What begins work in the background, or changes what Bert may see, comes last. */
const last = [
  ...[
    "comments.start",
    "jobs.evaluate",
    "slots.handOut",
    "slots.undoHandOut",
    "slots.takeBack",
    "slots.claim",
  ],
  ...["slots.giveBack", "slots.setPlan", "members.setRoles", "settings.setOfProject", "verdicts.save"],
];

const procedures = contractCalls
  .filter(({ path }) => !left.has(path))
  .sort((one, other) => last.indexOf(one.path) - last.indexOf(other.path));

async function* pieces(text: string) {
  yield Buffer.from(text);
}

/** The file that is ready for his browser. */
function fetched({ services, bert }: World, { token }: Download): string {
  const file = services.transfers.hold(bert.actor, token);
  return readFileSync(file?.path ?? "", "utf8");
}

/** What is drawn anew in each workspace and each bundle. */
const randomKeys = new Set(["hostKey", "workKey", "workSecret", "signature"]);

/** An id that tells nothing; one that is counted is compared as it is. */
const isRandomId = (key: string, part: unknown): boolean =>
  /id$/i.test(key) &&
  typeof part === "string" &&
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(part) &&
  !part.startsWith("00000000-");

const figuresDone = (services: TestServices) =>
  vi.waitFor(async () => {
    const jobs = await services.jobs.list(undefined, { actor: "operator" });
    expect(jobs.filter(({ kind, state }) => kind === "agreement" && state === "running")).toEqual([]);
  }, 30_000);

type Handler = (input: unknown, context: World["bert"]) => unknown;

async function answerOf(world: World, { area, name, path }: ContractCall, input: unknown): Promise<string> {
  const { services, folder, workspace, bert, clock } = world;
  clock.ms += 1_000;
  const handler = (services as unknown as Record<string, Record<string, Handler>>)[area]?.[name];
  const text = (value: unknown) =>
    JSON.stringify(value, (key, part) =>
      key === "token" ||
      randomKeys.has(key) ||
      (path.startsWith("results.") && (/ms$/i.test(key) || isRandomId(key, part)))
        ? 0
        : part,
    )
      ?.replaceAll(folder, "")
      .replaceAll(workspace, "") ?? "";
  try {
    const answer = await handler?.(input, bert);
    // Figures tell when they were worked out: not at the time of the next call, however fast the machine is.
    if (path === "agreementFigures.start") await figuresDone(services);
    const isStream = typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
    if (path === "bundles.toText") return text(JSON.parse((answer as { text: string }).text));
    if (path === "bundles.toDownload") return text(JSON.parse(fetched(world, answer as Download)));
    if (/ToDownload|toDownload/.test(path)) return text([answer, fetched(world, answer as Download)]);
    return text(isStream ? (await Array.fromAsync(answer as AsyncIterable<unknown>)).at(-1) : answer);
  } catch (error) {
    const { message, code, data } = error as Error & { code?: string; data?: unknown };
    return text({ fault: code ?? "unexpected", message, data });
  }
}

/** What work behind a call tells: how far it has come, that its thread wrote, what it found. When, and how often, depends on the machine. */
const ofBackground: ReadonlySet<Change["type"]> = new Set([
  "job",
  "everything",
  "evaluations",
  "task-findings",
]);

/** Where two worlds answer Bert differently: the procedure and both answers. */
async function tales(roles: ProjectRole[], set = {}): Promise<string[]> {
  const one = await worldWhere(short, roles, set);
  const other = await worldWhere(long, roles, set);
  const found: string[] = [];
  for (const call of procedures) {
    for (const more of asked[call.path] ?? [{}]) {
      const inputOf = (world: World) => {
        const least = call.input(world.ids);
        return least === undefined ? least : { ...(least as object), ...more };
      };
      const [here, there] = [
        await answerOf(one, call, inputOf(one)),
        await answerOf(other, call, inputOf(other)),
      ];
      if (here !== there) found.push(`${call.path} ${JSON.stringify(more)}: ${apart(here, there)}`);
    }
  }
  // Also of what his own calls set off, which a job tells somewhere among them: each in its number, not in its place.
  const heard = await Array.fromAsync([one, other], async ({ services, ids, heard, ofHerTime }) => {
    await heardAll(services, Number(ids.projectId), heard);
    const kept = heard.filter(({ type }, at) => (at < ofHerTime ? type !== "job" : !ofBackground.has(type)));
    return kept.map((change) => JSON.stringify(change)).sort();
  });
  if (!isDeepStrictEqual(heard[0], heard[1])) found.push(`changes.watch: ${JSON.stringify(heard)}`);
  return found;
}

/** Two answers from where they part. */
function apart(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `${one.slice(from, at + 80)} ≠ ${other.slice(from, at + 80)}`;
}

describe("a member who has yet to judge an item", () => {
  it.each([
    ["reviewer", "reviewer"],
    ["annotator", "annotator"],
    ["reviewer and annotator", "both"],
    ["lead with an open slot", "lead"],
    ["adjudicator with an open slot", "adjudicator"],
  ])("is answered alike as %s, whatever others said, how often and when (SPEC SL8)", async (_, role) => {
    const roles: ProjectRole[] = role === "both" ? ["reviewer", "annotator"] : [role as ProjectRole];
    expect(await tales(roles)).toEqual([]);
  });

  it("is answered alike as lead with an open slot who imports labels", async () => {
    const worlds = [await worldWhere(short, ["lead"]), await worldWhere(long, ["lead"])];
    const said = JSON.stringify([
      prediction(0, { label: "yes", reason: "as the question asks" }),
      prediction(1),
    ]);
    const calls = procedures.filter(({ path }) => /^projects\.(preview|import)$/.test(path));
    for (const call of calls)
      for (const as of ["opinions", "recognised", "consensus", "left-out"] as const) {
        const answers = await Array.fromAsync(worlds, async (world) => {
          const { bert, services } = world;
          const upload = await services.transfers.receive(bert.actor, "said.json", pieces(said));
          const files = [{ path: `upload:${upload}`, labels: { as, reviewer: "Ann" } }];
          return answerOf(world, call, {
            ...{ files, projectName: "review", databasesDir: "" },
            choices: defaultChoices,
          });
        });
        expect(answers[0], `${call.path} ${as}`).toBe(answers[1]);
        expect(answers[0]).toMatch(as === "left-out" ? /report/ : /You have yet to judge items/);
      }
  });

  it("is answered alike by the bundle that they take along, and by what becomes of their work in it", async () => {
    const worlds = [await worldWhere(short, ["reviewer"]), await worldWhere(long, ["reviewer"])];
    const answers = await Array.fromAsync(worlds, async (world) => {
      const { services, bert, ids } = world;
      const projectId = Number(ids.projectId);
      const download = await services.bundles.toDownload({ projectId }, bert);
      const bundle: BundleFile = JSON.parse(fetched(world, download));
      expect(bundle.contents.items.map(({ said }) => said)).toEqual([[], []]);
      const items = bundle.contents.items.map((item, index) => ({
        key: globalItemKey(item),
        said: [{ id: `own-change-${index}`, at: bundle.permit.issuedAt, judgement: short.judgement }],
      }));
      const { permit, signature, workSecret } = bundle;
      const seal = (sealed: string) => signatureOf(sealed, workSecret);
      const file = Buffer.from(workText(items, { permit, signature, seal })).toString();
      return Array.fromAsync(["previewWork", "importWork", "importWork"], async (name) => {
        const path = `upload:${await services.transfers.receive(bert.actor, "work.json", pieces(file))}`;
        const call = procedures.find((one) => one.path === `bundles.${name}`);
        return call && answerOf(world, call, { projectId, path, reviewer: null });
      });
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toMatch(/"items":2/);
  });

  it("is answered alike where everybody sees all once they judged, or always", async () => {
    expect(await tales(["reviewer"], { "review.othersVisible": "always" })).toEqual([]);
  });
});
