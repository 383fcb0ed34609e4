import { hash } from "node:crypto";
import { type KeyedItem, questionKey } from "#shared/domain/item-key.ts";
import type { ReadHandle } from "./handles.ts";
import { query } from "./query.ts";
import { parsed } from "./tables/column-types.ts";

/** An item that a prediction can be matched with. */
interface KnownItem {
  id: number;
  /** As it is compared: without the space around it. */
  gold: string;
  evidence: string;
}

interface Keys {
  question: string;
  prediction: string;
}

/** What is there of a prediction: the item itself, one that differs in gold alone, its question in another file, or nothing. */
export interface ItemMatch {
  item: KnownItem | null;
  butGold: KnownItem | null;
  isQuestionElsewhere: boolean;
  keys: Keys;
}

/**
 * Finds the items of a project that predictions of files are, by the key of shared/domain/item-key: the keys of all its items are
 * digested once, since stored texts are as their files had them and no index knows them trimmed.
 */
export class ItemMatcher {
  /** The file whose items are added, from 1; 0 are those that the project has. */
  file = 0;
  /** By question and prediction; more than one where golds differ. */
  private readonly known = new Map<string, KnownItem | KnownItem[]>();
  /** The file in which each question was first met. */
  private readonly questions = new Map<string, number>();
  /** Database and question id → whether it stands for several questions. */
  private readonly questionIds = new Map<string, boolean>();

  /** Of the items of a project; null: one that is not there yet. */
  static async of(db: ReadHandle, projectId: number | null): Promise<ItemMatcher> {
    const matcher = new ItemMatcher();
    if (projectId === null) return matcher;
    const items = query
      .selectFrom("item")
      .select(["id", "db_id as dbId", "question_id as questionId", "question", "evidence"])
      .select(["predicted_sql as predictedSql", "gold_sql as goldSql"])
      .where("project_id", "=", projectId)
      .orderBy("id");
    for await (const { id, evidence, questionId, ...row } of db.each(items))
      matcher.add({ ...row, questionId: parsed(questionId) }, { id, evidence });
    return matcher;
  }

  /** Whether there is any item. */
  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  find(item: KeyedItem): ItemMatch {
    const keys = keysOf(item);
    const known = this.known.get(keys.prediction) ?? [];
    const items = Array.isArray(known) ? known : [known];
    const gold = item.goldSql.trim();
    return {
      item: items.find((one) => one.gold === gold) ?? null,
      butGold: items.find((one) => one.gold !== gold) ?? null,
      isQuestionElsewhere: (this.questions.get(keys.question) ?? this.file) !== this.file,
      keys,
    };
  }

  add(item: KeyedItem, { id, evidence }: { id: number; evidence: string }, keys: Keys = keysOf(item)): void {
    const one: KnownItem = { id, gold: item.goldSql.trim(), evidence };
    const known = this.known.get(keys.prediction);
    if (known === undefined) this.known.set(keys.prediction, one);
    else this.known.set(keys.prediction, Array.isArray(known) ? [...known, one] : [known, one]);
    if (this.questions.has(keys.question)) return;
    this.questions.set(keys.question, this.file);
    if (item.questionId === null) return;
    const asked = `${item.questionId} (${item.dbId.trim()})`;
    this.questionIds.set(asked, this.questionIds.has(asked));
  }

  /** Question ids that stand for several questions, with their databases. */
  idsOfSeveralQuestions(): string[] {
    return [...this.questionIds].flatMap(([id, several]) => (several ? [id] : []));
  }
}

const digest = (text: string): string => hash("sha1", text, "base64");

function keysOf(item: KeyedItem): Keys {
  const question = digest(questionKey(item));
  return { question, prediction: digest(question + item.predictedSql.trim()) };
}
