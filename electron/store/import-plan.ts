import type { Settlement } from "#shared/domain/consensus.ts";
import type {
  ConflictChoices,
  FileLabels,
  ImportConflict,
  ImportNotice,
  ImportReport,
} from "#shared/domain/import-report.ts";
import { missingPart } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { type ItemInput, isLabelled } from "#shared/formats/item-input.ts";
import type { ReadHandle } from "./handles.ts";
import { KnownOpinions } from "./known-opinions.ts";
import { type ItemMatch, ItemMatcher } from "./match-items.ts";
import { query } from "./query.ts";

/** A file on its way in: what its labels become is settled. */
export interface PlannedFile {
  name: string;
  labels: Exclude<FileLabels, { as: "recognised" }>;
  /** The project's form; null where its labels are left out. */
  form: VerdictForm | null;
}

/** What is to be entered for an item of a file. */
export interface PlannedItem {
  itemId: number;
  isNew: boolean;
  /** The evidence that an item takes from this file; null: it keeps what it has. */
  evidence: string | null;
  opinions: { reviewer: string; judgement: Judgement; revision: number }[];
  settlement: Settlement | null;
}

const conflictsAtMost = 200;

/**
 * Says what each item of each file comes to in a project, and counts it: the same before an import as in it. Nothing is written;
 * new items get the ids that they will have.
 */
export class ImportPlan {
  private readonly matcher: ItemMatcher;
  private readonly opinions: KnownOpinions;
  private readonly choices: ConflictChoices;
  private readonly hadItems: boolean;
  private readonly firstNewId: number;
  private nextId: number;
  private evidenceTaken = 0;
  private file: PlannedFile = { name: "", labels: { as: "left-out" }, form: null };
  private seen = new Set<number>();
  private inFile = { items: 0, matched: 0, otherPredictions: 0, twice: 0, labelsLeftOut: 0, withoutNote: 0 };
  private readonly notices: ImportNotice[] = [];
  private readonly conflicts: ImportConflict[] = [];
  private readonly conflictCounts = { gold: 0, evidence: 0, opinion: 0, consensus: 0 };
  private readonly counts = { items: 0, matched: 0, leftOut: 0, opinions: 0, consensus: 0, unchanged: 0 };

  private constructor(
    matcher: ItemMatcher,
    opinions: KnownOpinions,
    choices: ConflictChoices,
    firstNewId: number,
  ) {
    this.matcher = matcher;
    this.opinions = opinions;
    this.choices = choices;
    this.hadItems = !matcher.isEmpty;
    this.firstNewId = firstNewId;
    this.nextId = firstNewId;
  }

  /** Of what comes into a project; null: one that is not there yet. */
  static async of(db: ReadHandle, projectId: number | null, choices: ConflictChoices): Promise<ImportPlan> {
    const { last } = await db.one(
      query.selectFrom("item").select((of) => of.fn.max<number | null>("id").as("last")),
    );
    const matcher = await ItemMatcher.of(db, projectId);
    return new ImportPlan(matcher, new KnownOpinions(db, projectId), choices, (last ?? 0) + 1);
  }

  beginFile(file: PlannedFile): void {
    this.file = file;
    this.matcher.file += 1;
    this.seen = new Set();
    this.inFile = { items: 0, matched: 0, otherPredictions: 0, twice: 0, labelsLeftOut: 0, withoutNote: 0 };
  }

  /** What an item of the file comes to; null: it is left out. */
  async take(input: ItemInput): Promise<PlannedItem | null> {
    this.inFile.items += 1;
    const match = this.matcher.find(input);
    const there = match.item === null ? this.takeNew(input, match) : this.takeMatched(input, match.item);
    if (there === null) return null;
    if (this.seen.has(there.itemId)) this.inFile.twice += 1;
    this.seen.add(there.itemId);
    if (this.file.labels.as === "left-out") {
      if (isLabelled(input)) this.inFile.labelsLeftOut += 1;
      return { ...there, opinions: [], settlement: null };
    }
    return {
      ...there,
      opinions: await this.opinionsOf(input, there.itemId),
      settlement: await this.settlementOf(input, there.itemId),
    };
  }

  /** Notes what there is to say of the file as a whole. */
  endFile(): void {
    const { items, matched, otherPredictions, twice, labelsLeftOut, withoutNote } = this.inFile;
    const isForeign = this.hadItems && matched === 0 && items > 0;
    this.note("no-item-matches", isForeign ? items : 0);
    this.note("other-predictions", otherPredictions);
    this.note("item-twice", twice);
    this.note("labels-left-out", labelsLeftOut);
    this.note("missing-note", withoutNote);
  }

  note(kind: ImportNotice["kind"], count: number, names: string[] = [], file = this.file.name): void {
    if (count > 0) this.notices.push({ kind, file, count, names });
  }

  /** How much has come up until now that is new to the project: while it stays the same there was nothing to write. */
  news(): number {
    const { items, opinions, consensus } = this.counts;
    return items + opinions + consensus + this.evidenceTaken;
  }

  async report(): Promise<ImportReport> {
    const ids = this.matcher.idsOfSeveralQuestions();
    const people = await this.opinions.onePersonTwice();
    const notices: ImportNotice[] = [
      ...this.notices,
      ...people,
      ...(ids.length === 0
        ? []
        : [
            {
              ...{ kind: "id-of-several-questions" as const, file: "", count: ids.length },
              names: ids.slice(0, 3),
            },
          ]),
    ];
    return { ...this.counts, conflictCounts: this.conflictCounts, conflicts: this.conflicts, notices };
  }

  private takeNew(input: ItemInput, { butGold, isQuestionElsewhere, keys }: ItemMatch) {
    if (butGold !== null) {
      this.conflict("gold", input, { itemId: butGold.id, there: butGold.gold, inFile: input.goldSql });
      if (this.choices.gold === "leave-out") {
        this.counts.leftOut += 1;
        return null;
      }
    } else if (isQuestionElsewhere) this.inFile.otherPredictions += 1;
    const itemId = this.nextId;
    this.nextId += 1;
    this.matcher.add(input, { id: itemId, evidence: input.evidence }, keys);
    this.counts.items += 1;
    return { itemId, isNew: true, evidence: null };
  }

  private takeMatched(input: ItemInput, item: { id: number; evidence: string }) {
    this.counts.matched += 1;
    this.inFile.matched += 1;
    return { itemId: item.id, isNew: false, evidence: this.evidenceFor(input, item) };
  }

  /** Missing evidence is no conflict: whoever has some gives it. */
  private evidenceFor(input: ItemInput, item: { id: number; evidence: string }): string | null {
    const own = item.evidence.trim();
    const other = input.evidence.trim();
    if (other === "" || own === other) return null;
    if (own !== "") {
      this.conflict("evidence", input, { itemId: item.id, there: item.evidence, inFile: input.evidence });
      if (this.choices.evidence === "keep") return null;
    }
    item.evidence = input.evidence;
    this.evidenceTaken += 1;
    return input.evidence;
  }

  private async opinionsOf(input: ItemInput, itemId: number): Promise<PlannedItem["opinions"]> {
    const { labels } = this.file;
    const said = new Map(input.verdicts.map(({ reviewer, judgement }) => [reviewer, judgement]));
    if (labels.as === "opinions" && input.judgement) said.set(labels.reviewer, input.judgement);
    const entered: PlannedItem["opinions"] = [];
    for (const [reviewer, judgement] of said) {
      const known = await this.opinions.of(reviewer);
      const there = known.get(itemId);
      if (there !== undefined && !isOpen(there.judgement)) {
        if (saysTheSame(there.judgement, judgement)) {
          this.counts.unchanged += 1;
          continue;
        }
        this.conflict("opinion", input, {
          ...{ itemId, reviewer },
          ...{ there: opinionText(there.judgement), inFile: opinionText(judgement) },
        });
        if (this.choices.verdicts === "keep") continue;
      }
      const own = { ...judgement, flagged: judgement.flagged || there?.judgement.flagged === true };
      const revision = (there?.revision ?? 0) + 1;
      known.set(itemId, { revision, judgement: own });
      this.counts.opinions += 1;
      const { form } = this.file;
      if (form && missingPart(form, own)?.field === "note") this.inFile.withoutNote += 1;
      entered.push({ reviewer, judgement: own, revision });
    }
    return entered;
  }

  private async settlementOf(input: ItemInput, itemId: number): Promise<Settlement | null> {
    const settlement = input.consensus ?? (this.file.labels.as === "consensus" ? settled(input) : null);
    if (settlement === null) return null;
    const known = await this.opinions.consensus();
    const there = known.get(itemId);
    if (there !== undefined) {
      if (there.label === settlement.label && there.notes.join("\n") === settlement.notes.join("\n")) {
        this.counts.unchanged += 1;
        return null;
      }
      this.conflict("consensus", input, {
        ...{ itemId, there: settledText(there), inFile: settledText(settlement) },
      });
      if (this.choices.verdicts === "keep") return null;
    }
    known.set(itemId, settlement);
    this.counts.consensus += 1;
    return settlement;
  }

  private conflict(
    kind: ImportConflict["kind"],
    { row, dbId, questionId, question }: ItemInput,
    what: { itemId: number; reviewer?: string; there: string; inFile: string },
  ): void {
    this.conflictCounts[kind] += 1;
    if (this.conflicts.length < conflictsAtMost)
      this.conflicts.push({
        ...{ kind, file: this.file.name, row, dbId, questionId, question, reviewer: null, ...what },
        itemId: what.itemId < this.firstNewId ? what.itemId : null,
      });
  }
}

/** The label and notes of a consensus file as what the item is settled as; null where it has no label. */
function settled({ judgement, notes }: ItemInput): Settlement | null {
  if (judgement === null || judgement.label === null) return null;
  const { label, diagnoses } = judgement;
  return { rule: "imported", label, diagnoses, notes, settledBy: null };
}

/** Whether a judgement says nothing yet, at most that it is skipped or flagged. */
const isOpen = ({ skipped, flagged, ...said }: Judgement): boolean =>
  saysTheSame({ ...said, skipped, flagged }, emptyJudgement);

/** Whether two judgements say the same; whether one is skipped or flagged is no part of that. */
export const saysTheSame = (one: Judgement, other: Judgement): boolean => said(one) === said(other);

const said = ({ label, note, diagnoses, rubric, correctedSql }: Judgement): string =>
  JSON.stringify([label, note, [...diagnoses].sort(), Object.entries(rubric).sort(), correctedSql]);

/** A judgement in a line: all that two of them may differ in. */
export const opinionText = ({ label, diagnoses, rubric, note, correctedSql }: Judgement): string =>
  [
    label ?? "no label",
    ...diagnoses,
    ...Object.entries(rubric).map(([field, answer]) => `${field}: ${answer}`),
    note,
    correctedSql === "" ? "" : `corrected SQL: ${correctedSql}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");

const settledText = ({ label, notes }: Settlement): string =>
  [label, ...notes.filter((note) => note !== "")].join(" · ");
