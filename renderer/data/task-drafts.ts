import { z } from "zod";
import type { SavedTaskRevision } from "#shared/contract/tasks.ts";
import { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { TaskRevision } from "#shared/domain/task-revision.ts";
import type { UndoDirection } from "../ui/undo.ts";
import type { Client } from "./client.ts";
import {
  Draft,
  DraftsById,
  isInConflict,
  isUnsaved,
  rebasedDraft,
  type SavedRevision,
  type Sending,
} from "./drafts.ts";
import { errorText, faultOf } from "./faults.ts";
import type { LocalMirror } from "./local-mirror.ts";
import { beginSave, type SaveHandle } from "./saves.ts";
import {
  acknowledgedTask,
  editedTask,
  mergeBoth,
  openedTask,
  settled,
  type TaskDraftState,
  turned,
  withActionEnded,
} from "./task-draft-state.ts";

/** What is typed and not saved: stored in the browser with every key stroke. `saveId` makes saving it from two windows harmless. */
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

/** Whether the task on screen is what the back end has; "failed": the last attempt to save did not get through. */
type DraftProgress = "saved" | "resting" | "saving" | "failed" | "conflict";

/** How a task is to be saved, or was. */
export function progressOf(state: TaskDraftState | undefined, sending: Sending): DraftProgress {
  if (state === undefined) return "saved";
  if (isInConflict(state)) return "conflict";
  if (sending === "yes") return "saving";
  if (!isUnsaved(state)) return "saved";
  return sending === "failed" ? "failed" : "resting";
}

/** What a draft reads of a revision, wherever it comes from. */
type SavedTask = Pick<TaskRevision, "revision" | "savedAt" | "task">;

const revisionOf = ({ revision, savedAt, task }: SavedTask): SavedRevision<Task> => ({
  revision,
  savedAt,
  value: task,
});

/** One task as it is edited in this window: saved whenever typing pauses, merged with what others save. */
export class TaskDraft extends Draft<TaskDraftState> {
  readonly #taskId: number;
  readonly #options: TaskDraftOptions;
  /** Where this window mirrors the task; a window that takes up what another left goes on under that key. */
  #key: string;
  #left: Left[];
  /** The newest revision that came from the back end unasked. */
  #seen: SavedRevision<Task> | null = null;
  #saveId: string = crypto.randomUUID();
  #handle: SaveHandle | null = null;

  constructor(taskId: number, left: Left[], options: TaskDraftOptions) {
    super(saveRestMs);
    this.#taskId = taskId;
    this.#options = options;
    this.#left = left;
    this.#key = `task.${taskId}.${crypto.randomUUID()}`;
  }

  progress = (): DraftProgress => progressOf(this.state(), this.store.getState().sending);

  /** Takes in the task as the back end has it; what is typed here stays. */
  open(revision: SavedTask): void {
    const saved = revisionOf(revision);
    if (this.state() === undefined) {
      const [left] = this.#left;
      if (left?.baseRevision === saved.revision) this.#adopt(saved, left);
      else this.put(openedTask(saved, null));
    } else if (saved.revision > (this.#seen?.revision ?? 0)) this.#seen = saved;
    this.#catchUp();
  }

  /** Changes what is on screen. */
  edit(edit: TaskEdit): void {
    this.#turn((state) => editedTask(state, edit, Date.now()));
  }

  /** Takes the last action back, or does it again; answers the task before and after, null where there was nothing. */
  undo(direction: UndoDirection): { before: Task; after: Task } | null {
    const before = this.state();
    this.#turn((state) => turned(state, direction));
    const after = this.state();
    return before === after || before === undefined || after === undefined
      ? null
      : { before: before.value, after: after.value };
  }

  /** Settles the conflicts, in their order, and saves what came of it. */
  resolve(choices: readonly ("mine" | "theirs")[]): void {
    this.#turn((state) => settled(state, choices));
    void this.flush();
  }

  /** Saves what rests, which ends what was typed as an action, and resolves when it is saved, has failed, or waits for conflicts. */
  override async flush(): Promise<void> {
    const state = this.state();
    if (state !== undefined) this.put(withActionEnded(state));
    await super.flush();
  }

  /** Saves what an earlier window left, if the task is not on screen. */
  async takeUp(): Promise<void> {
    const [left] = this.#left;
    if (left === undefined) return;
    const { client } = this.#options;
    try {
      const base = await client.tasks.revision({ taskId: this.#taskId, revision: left.baseRevision });
      // Meanwhile it may have been opened and taken up, or words were typed here that go first.
      const state = this.state();
      if (this.#left[0] !== left || (state !== undefined && isUnsaved(state))) return;
      this.#adopt(revisionOf(base), left);
    } catch {
      // It stays in the mirror for the next window.
    }
  }

  #adopt(saved: SavedRevision<Task>, left: Left): void {
    this.#left = this.#left.slice(1);
    this.#key = left.key;
    this.#saveId = left.saveId;
    this.put(openedTask(saved, left.task));
    void this.send();
  }

  #turn(next: (state: TaskDraftState) => TaskDraftState): void {
    const state = this.state();
    const after = state && next(state);
    if (after !== undefined && after !== state) this.change(after);
  }

  protected async sendNow(): Promise<boolean> {
    const isSent = await this.#save();
    // The answer to a retry may be older than what is on screen.
    if (isSent && this.#unsaved() !== null) this.rest();
    this.#catchUp();
    return isSent;
  }

  async #save(): Promise<boolean> {
    let sent = this.#unsaved();
    if (sent === null) return true;
    this.#handle?.drop();
    const handle = beginSave("task");
    this.#handle = handle;
    while (sent !== null) {
      const { client, onSaved } = this.#options;
      const { saved, value: task }: TaskDraftState = sent;
      const of = { taskId: this.#taskId, baseRevision: saved.revision, saveId: this.#saveId };
      try {
        const answer = await client.tasks.save({ ...of, task });
        const state = this.state();
        if (state !== undefined) this.put(acknowledgedTask(state, task, revisionOf(answer)));
        this.#renew();
        onSaved(answer);
        sent = null;
      } catch (error) {
        const fault = faultOf(error);
        if (fault?.code !== "TASK_CONFLICT") {
          handle.failed(errorText(error), () => void this.send());
          return false;
        }
        this.#takeIn(fault.data.current);
        sent = this.#unsaved();
      }
    }
    this.#handle = null;
    if (this.progress() === "conflict") handle.drop();
    else handle.done();
    return true;
  }

  /** What is to be saved now; null where there is nothing, and while conflicts wait. */
  #unsaved(): TaskDraftState | null {
    const state = this.state();
    return state !== undefined && !isInConflict(state) && isUnsaved(state) ? state : null;
  }

  /** Puts what is on screen on top of somebody else's revision. While conflicts wait the mirror keeps what was typed as it was typed. */
  #takeIn(theirs: SavedTask): void {
    const state = this.state();
    if (state === undefined) return;
    const next = rebasedDraft(mergeBoth, state, revisionOf(theirs));
    this.put(next);
    if (isInConflict(next)) this.#saveId = crypto.randomUUID();
    else this.#renew();
  }

  /** The next save is another one. */
  #renew(): void {
    this.#saveId = crypto.randomUUID();
    this.mirror();
  }

  /** Shows what others saved, as soon as nothing typed here is in its way; then what an earlier window left. */
  #catchUp(): void {
    const state = this.state();
    if (state === undefined || isUnsaved(state)) return;
    const seen = this.#seen;
    if (seen !== null && seen.revision > state.saved.revision) this.put(rebasedDraft(mergeBoth, state, seen));
    if (this.#left.length > 0) void this.takeUp();
  }

  protected mirror(): void {
    const state = this.state();
    if (state === undefined) return;
    const { saved, value: task } = state;
    const left = { baseRevision: saved.revision, saveId: this.#saveId, task };
    if (isUnsaved(state)) this.#options.mirror.write(this.#key, left);
    else this.#options.mirror.remove(this.#key);
  }
}

/** The tasks that are edited in this window. */
export class TaskDrafts extends DraftsById<TaskDraft> {
  readonly #left: ReadonlyMap<number, Left[]>;

  constructor(options: TaskDraftOptions) {
    const left = leftIn(options.mirror);
    super((taskId) => new TaskDraft(taskId, left.get(taskId) ?? [], options));
    this.#left = left;
  }

  /** Saves what earlier windows left of tasks. */
  takeUp(): void {
    for (const taskId of this.#left.keys()) void this.of(taskId).takeUp();
  }
}

/** What earlier windows could not save, by task. */
function leftIn(mirror: LocalMirror): Map<number, Left[]> {
  const all = new Map<number, Left[]>();
  for (const key of mirror.keys("task.")) {
    const left = mirror.read(key, LeftTask);
    const taskId = Number(key.split(".")[1]);
    if (left !== null) all.set(taskId, [...(all.get(taskId) ?? []), { ...left, key }]);
  }
  return all;
}
