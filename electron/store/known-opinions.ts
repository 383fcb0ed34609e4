import type { Settlement } from "#shared/domain/consensus.ts";
import type { ImportNotice } from "#shared/domain/import-report.ts";
import type { Judgement } from "#shared/domain/verdict.ts";
import { consensusOfProject } from "./consensus.ts";
import type { ReadHandle } from "./handles.ts";
import { reviewersOf, verdictsInProject } from "./verdicts.ts";

interface KnownOpinion {
  revision: number;
  judgement: Judgement;
}

/** What reviewers said of the items of a project, and what these are settled as, with what an import adds to it. */
export class KnownOpinions {
  /** By reviewer and item, of those whom an import has asked for. */
  private readonly asked = new Map<string, Map<number, KnownOpinion>>();
  private settled: Map<number, Settlement> | null = null;
  private readonly db: ReadHandle;
  private readonly projectId: number | null;

  /** `projectId` null: a project that is not there yet. */
  constructor(db: ReadHandle, projectId: number | null) {
    this.db = db;
    this.projectId = projectId;
  }

  /** Everything that a reviewer said, by item. */
  async of(reviewer: string): Promise<Map<number, KnownOpinion>> {
    const known = this.asked.get(reviewer) ?? (await this.stored(reviewer));
    this.asked.set(reviewer, known);
    return known;
  }

  async consensus(): Promise<Map<number, Settlement>> {
    this.settled ??= new Map(
      this.projectId === null ? [] : await consensusOfProject(this.db, this.projectId),
    );
    return this.settled;
  }

  /** Pairs of names, one of them of this import, that seem to be one person's: by how they are written, or by what they said. */
  async onePersonTwice(): Promise<ImportNotice[]> {
    const present = this.projectId === null ? [] : await reviewersOf(this.db, this.projectId);
    const own = [...this.asked].map(([name, opinions]) => ({ name, said: labelled(opinions) }));
    const others = await Array.fromAsync(
      present.filter(({ reviewer }) => !this.asked.has(reviewer)),
      async ({ reviewer: name, labelled: size }) => ({
        name,
        // Somebody who judged another number of items need not be read.
        said: own.some(({ said }) => said.size === size) ? labelled(await this.stored(name)) : new Map(),
      }),
    );
    const notices: ImportNotice[] = [];
    for (const [at, one] of own.entries())
      for (const other of [...own.slice(at + 1), ...others]) {
        const names = [one.name, other.name];
        if (plain(one.name) === plain(other.name))
          notices.push({ kind: "similar-names", file: "", count: 1, names });
        if (isAlike(one.said, other.said))
          notices.push({ kind: "same-opinions", file: "", count: one.said.size, names });
      }
    return notices;
  }

  private async stored(reviewer: string): Promise<Map<number, KnownOpinion>> {
    const verdicts =
      this.projectId === null ? [] : await verdictsInProject(this.db, this.projectId, reviewer);
    return new Map(
      verdicts.map(({ itemId, reviewer: _, revision, savedAt, ...judgement }) => [
        itemId,
        { revision, judgement },
      ]),
    );
  }
}

/** Whether two people said the same, note for note, of the same items, and of more than a few. */
const isAlike = (one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): boolean =>
  one.size >= fewest &&
  one.size === other.size &&
  [...one].every(([itemId, said]) => other.get(itemId) === said);

/** From so many items on, equal opinions on all of them are worth a question. */
const fewest = 5;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const labelled = (opinions: ReadonlyMap<number, KnownOpinion>): Map<number, string> =>
  new Map(
    [...opinions].flatMap(([itemId, { judgement }]): [number, string][] =>
      judgement.label === null ? [] : [[itemId, `${judgement.label} ${judgement.note.trim()}`]],
    ),
  );
