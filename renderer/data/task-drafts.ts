import { z } from "zod";
import type { SavedTaskRevision } from "#shared/contract/tasks.ts";
import { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { TaskRevision } from "#shared/domain/task-revision.ts";
import type { Client } from "./client.ts";
import { errorText, faultOf } from "./faults.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { beginSave, type SaveHandle } from "./saves.ts";
import {
  acknowledged,
  editedTask,
  isUnsaved,
  openedTask,
  rebasedTask,
  redone,
  type SavedTask,
  settled,
  type TaskDraftState,
  undone,
  withDeedEnded,
} from "./task-draft-state.ts";

/** What is typed and not saved: kept in the browser with every key stroke. `saveId` makes saving it from two windows harmless. */
const LeftTask = z.object({ baseRevision: z.number().int(), saveId: z.string(), task: Task });

type Left = z.infer<typeof LeftTask> & { key: string };

/** How long typing must pause before the task is saved, in milliseconds; the mirror has it at once. */
const saveRestMs = 300;

interface TaskDraftOptions {
  client: Client;
  mirror: LocalMirror;
  /** Called with every revision that this window saved. */
  onSaved(revision: SavedTaskRevision): void;
}

/** How the task on screen stands to what the back end has; "failed": the last attempt to save did not get through. */
export type DraftProgress = "saved" | "resting" | "saving" | "failed" | "conflict";

/** One task as it is edited in this window: shown at once, mirrored with each key stroke, saved after a pause, merged with what others save. */
export class TaskDraft {
  readonly #taskId: number;
  readonly #options: TaskDraftOptions;
  /** Where this window mirrors the task; a window that takes up what another left goes on under that key. */
  #key: string;
  #left: Left[];
  #state: TaskDraftState | undefined;
  /** The newest revision that came from the back end unasked. */
  #seen: SavedTask | null = null;
  #saveId: string = crypto.randomUUID();
  #resting: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #handle: SaveHandle | null = null;
  #hasFailed = false;
  readonly #listeners = new Set<() => void>();

  constructor(taskId: number, left: Left[], options: TaskDraftOptions) {
    this.#taskId = taskId;
    this.#options = options;
    this.#left = left;
    this.#key = `task.${taskId}.${crypto.randomUUID()}`;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): TaskDraftState | undefined => this.#state;

  progress = (): DraftProgress => {
    if (this.#state === undefined) return "saved";
    if (this.#state.conflicts.length > 0) return "conflict";
    if (this.#sending !== null) return "saving";
    if (!isUnsaved(this.#state)) return "saved";
    return this.#hasFailed ? "failed" : "resting";
  };

  /** Takes in the task as the back end has it; what is typed here stays. */
  open({ revision, task }: SavedTask): void {
    const saved = { revision, task };
    if (this.#state === undefined) {
      const [left] = this.#left;
      if (left?.baseRevision === revision) this.#adopt(saved, left);
      else this.#put(openedTask(saved, null));
    } else if (revision > (this.#seen?.revision ?? 0)) this.#seen = saved;
    this.#catchUp();
  }

  /** Changes what is on screen: mirrored before this returns, saved after a pause. */
  edit(edit: TaskEdit): void {
    if (this.#state !== undefined) this.#change(editedTask(this.#state, edit, Date.now()));
  }

  undo(): void {
    if (this.#state !== undefined) this.#change(undone(this.#state));
  }

  redo(): void {
    if (this.#state !== undefined) this.#change(redone(this.#state));
  }

  /** Settles the conflicts, in their order, and saves what came of it. */
  resolve(choices: readonly ("mine" | "theirs")[]): void {
    if (this.#state === undefined) return;
    this.#put(settled(this.#state, choices));
    this.#mirror();
    void this.flush();
  }

  /** Saves what rests, which ends what was typed as a deed, and resolves when it is saved, has failed, or waits for conflicts. */
  async flush(): Promise<void> {
    const ended = this.#state && withDeedEnded(this.#state);
    if (ended !== undefined && ended !== this.#state) this.#put(ended);
    const isUnderWay = () => this.#sending !== null || this.progress() === "resting";
    while (isUnderWay()) await this.#send();
  }

  /** Saves what an earlier window left, if the task is not on screen. */
  async takeUp(): Promise<void> {
    const [left] = this.#left;
    if (left === undefined) return;
    const { client } = this.#options;
    try {
      const base = await client.tasks.revision({ taskId: this.#taskId, revision: left.baseRevision });
      // Meanwhile it may have been opened and taken up, or words were typed here that go first.
      if (this.#left[0] !== left || (this.#state !== undefined && isUnsaved(this.#state))) return;
      this.#adopt(base, left);
    } catch {
      // It stays in the mirror for the next window.
    }
  }

  #adopt(saved: SavedTask, left: Left): void {
    this.#left = this.#left.slice(1);
    this.#key = left.key;
    this.#saveId = left.saveId;
    const { revision, task } = saved;
    this.#put(openedTask({ revision, task }, left.task));
    void this.#send();
  }

  #change(next: TaskDraftState): void {
    if (next === this.#state) return;
    this.#hasFailed = false;
    this.#put(next);
    this.#mirror();
    clearTimeout(this.#resting);
    if (isUnsaved(next)) this.#resting = setTimeout(() => void this.#send(), saveRestMs);
  }

  #send(): Promise<void> {
    clearTimeout(this.#resting);
    this.#sending ??= this.#save().finally(() => {
      this.#sending = null;
      this.#catchUp();
      this.#tell();
      // Typed while the save was under way.
      if (this.progress() === "resting") this.#resting = setTimeout(() => void this.#send(), saveRestMs);
    });
    this.#tell();
    return this.#sending;
  }

  async #save(): Promise<void> {
    this.#handle?.drop();
    const handle = beginSave("task");
    this.#handle = handle;
    this.#hasFailed = false;
    for (let sent = this.#unsaved(); sent !== null; ) {
      try {
        const { client, onSaved } = this.#options;
        const { saved, task } = sent;
        const baseRevision = saved.revision;
        const answer = await client.tasks.save({
          taskId: this.#taskId,
          baseRevision,
          saveId: this.#saveId,
          task,
        });
        if (this.#state !== undefined) this.#put(acknowledged(this.#state, task, answer));
        this.#renew();
        onSaved(answer);
        sent = null;
      } catch (error) {
        const fault = faultOf(error);
        if (fault?.code !== "TASK_CONFLICT") {
          this.#hasFailed = true;
          handle.failed(errorText(error), () => void this.#send());
          return;
        }
        this.#takeIn(fault.data.current);
        sent = this.#unsaved();
      }
    }
    this.#handle = null;
    if (this.progress() === "conflict") handle.drop();
    else handle.done();
  }

  /** What is to be saved now; null where there is nothing, and while conflicts wait. */
  #unsaved(): TaskDraftState | null {
    const state = this.#state;
    return state !== undefined && state.conflicts.length === 0 && isUnsaved(state) ? state : null;
  }

  /** Puts what is on screen on top of somebody else's revision. While conflicts wait the mirror keeps what was typed as it was typed. */
  #takeIn({ revision, task }: TaskRevision): void {
    if (this.#state === undefined) return;
    const next = rebasedTask(this.#state, { revision, task });
    this.#put(next);
    if (next.conflicts.length === 0) this.#renew();
    else this.#saveId = crypto.randomUUID();
  }

  /** The next save is another one. */
  #renew(): void {
    this.#saveId = crypto.randomUUID();
    this.#mirror();
  }

  /** Shows what others saved, as soon as nothing typed here is in its way; then what an earlier window left. */
  #catchUp(): void {
    if (this.#sending !== null || this.#state === undefined || isUnsaved(this.#state)) return;
    const seen = this.#seen;
    if (seen !== null && seen.revision > this.#state.saved.revision)
      this.#put(rebasedTask(this.#state, seen));
    if (this.#left.length > 0) void this.takeUp();
  }

  #mirror(): void {
    const state = this.#state;
    if (state === undefined) return;
    const { saved, task } = state;
    const left = { baseRevision: saved.revision, saveId: this.#saveId, task };
    if (isUnsaved(state)) this.#options.mirror.write(this.#key, left);
    else this.#options.mirror.remove(this.#key);
  }

  #put(state: TaskDraftState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The tasks that are edited in this window. */
export class TaskDrafts {
  readonly #options: TaskDraftOptions;
  readonly #drafts = new Map<number, TaskDraft>();
  readonly #left = new Map<number, Left[]>();

  constructor(options: TaskDraftOptions) {
    this.#options = options;
    const { mirror } = options;
    for (const key of mirror.keys("task.")) {
      const left = mirror.read(key, LeftTask);
      const taskId = Number(key.split(".")[1]);
      if (left !== null) this.#left.set(taskId, [...(this.#left.get(taskId) ?? []), { ...left, key }]);
    }
  }

  /** Saves what earlier windows left of tasks. */
  takeUp(): void {
    for (const taskId of this.#left.keys()) void this.of(taskId).takeUp();
  }

  of(taskId: number): TaskDraft {
    const known = this.#drafts.get(taskId);
    if (known !== undefined) return known;
    const draft = new TaskDraft(taskId, this.#left.get(taskId) ?? [], this.#options);
    this.#drafts.set(taskId, draft);
    return draft;
  }

  /** Saves everything that rests. */
  async flush(): Promise<void> {
    await Promise.all([...this.#drafts.values()].map((draft) => draft.flush()));
  }
}
