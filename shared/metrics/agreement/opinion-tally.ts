import { type Grouping, groupings } from "../../domain/agreement.ts";
import {
  type PairAgreement,
  type PooledAgreement,
  pairOfTables,
  pooledOfPatterns,
} from "./agreement-report.ts";
import type { RatingPattern } from "./rating-pattern.ts";

/** An item with the opinions that count, and what it is grouped by; null: it is not known. */
export interface TalliedItem {
  dbId: string;
  difficulty: string | null;
  /** The cell of EX that the item is in. */
  ex: string;
  opinions: readonly {
    person: string;
    label: string /** The week of the opinion, "2026-W07". */;
    week: string;
  }[];
}

/** The figures of the items of one group; a person's group has the items that this person judged. */
export interface GroupAgreement {
  by: Grouping;
  group: string;
  /** Items with an opinion; the figures are of those with two or more. */
  nItems: number;
  figures: PooledAgreement;
}

type PatternsOfDatabase = Map<string, Map<string, RatingPattern>>;

/** Counts of opinions as figures need them, from one pass over the items: their size does not grow with the number of items. */
export class OpinionTally {
  private readonly categories: readonly string[];
  private readonly groups = new Map<Grouping, Map<string, PatternsOfDatabase>>(
    groupings.map((grouping) => [grouping, new Map()]),
  );
  private readonly pairs = new Map<string, { people: [string, string]; tables: Map<string, Float64Array> }>();

  constructor(categories: readonly string[]) {
    this.categories = categories;
  }

  /** Counts an item; opinions with a label that is not declared are left out. */
  add(item: TalliedItem): void {
    const opinions = item.opinions.filter(({ label }) => this.categories.includes(label));
    if (opinions.length === 0) return;
    const ratings = this.categories.map(
      (category) => opinions.filter(({ label }) => label === category).length,
    );
    const count = (by: Grouping, group: string) => this.countPattern(by, group, item.dbId, ratings);
    count("database", item.dbId);
    count("difficulty", item.difficulty ?? unknownGroup);
    count("ex", item.ex);
    for (const { person } of opinions) count("person", person);
    // An item agrees or not when its last opinion is there.
    count(
      "week",
      opinions.map(({ week }) => week).reduce((last, week) => (week > last ? week : last)),
    );
    this.countPairs(item.dbId, opinions);
  }

  /** How many results `results` gives. */
  get size(): number {
    return this.pairs.size + [...this.groups.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Every pair and every group with its figures, one after the other: whoever asks may pause in between. */
  *results(seed: number): Generator<PairAgreement | GroupAgreement> {
    const pairs = [...this.pairs].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [, { people, tables }] of pairs)
      yield pairOfTables([...tables.values()], people, this.categories, seed);
    for (const [by, own] of this.groups)
      for (const [group, databases] of [...own].sort(([one], [other]) => (one < other ? -1 : 1)))
        yield groupFigures(by, group, databases, { categories: this.categories, seed });
  }

  private countPattern(by: Grouping, group: string, dbId: string, ratings: readonly number[]): void {
    const databases = entryOf(this.groups.get(by) as Map<string, PatternsOfDatabase>, group, () => new Map());
    const patterns = entryOf(databases, dbId, () => new Map<string, RatingPattern>());
    entryOf(patterns, ratings.join(), () => ({ ratings, units: 0 })).units += 1;
  }

  private countPairs(dbId: string, opinions: TalliedItem["opinions"]): void {
    const q = this.categories.length;
    for (const one of opinions)
      for (const other of opinions) {
        if (one.person >= other.person) continue;
        const people: [string, string] = [one.person, other.person];
        const { tables } = entryOf(this.pairs, JSON.stringify(people), () => ({ people, tables: new Map() }));
        const table = entryOf(tables, dbId, () => new Float64Array(q * q));
        const cell = this.categories.indexOf(one.label) * q + this.categories.indexOf(other.label);
        table[cell] = (table[cell] ?? 0) + 1;
      }
  }
}

/** What groups are called whose items do not say. */
const unknownGroup = "not known";

function groupFigures(
  by: Grouping,
  group: string,
  databases: PatternsOfDatabase,
  { categories, seed }: { categories: readonly string[]; seed: number },
): GroupAgreement {
  const clusters = [...databases.values()].map((patterns) => [...patterns.values()]);
  const nItems = clusters.flat().reduce((sum, { units }) => sum + units, 0);
  return { by, group, nItems, figures: pooledOfShared(clusters, categories, seed) };
}

/** Pooled figures over the items with two or more opinions: what one person alone said of others shows no agreement, and would shift its chance. */
export function pooledOfShared(
  clusters: readonly (readonly RatingPattern[])[],
  categories: readonly string[],
  seed: number,
): PooledAgreement {
  const shared = clusters
    .map((patterns) => patterns.filter(({ ratings }) => ratings.reduce((sum, count) => sum + count, 0) > 1))
    .filter(({ length }) => length > 0);
  return pooledOfPatterns(shared, categories, seed);
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
