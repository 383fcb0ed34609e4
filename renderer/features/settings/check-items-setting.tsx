import { Trash2 } from "lucide-react";
import type { CheckItem, PersonChecks } from "#shared/contract/check-items.ts";
import type { CheckScore } from "#shared/domain/check-item.ts";
import type { Project } from "#shared/domain/project.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import {
  useCheckItems,
  useChoosesChecks,
  useClearAttention,
  usePeopleChecks,
  useSetCheckItem,
} from "../../data/check-items.ts";
import { errorText } from "../../data/faults.ts";
import { useVerdictForm } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";

/** The items of a project with known answers, and how its reviewers did on them, for whoever asks for it. */
export function CheckItemsSetting({ project }: { project: Project }) {
  const [chooses, setChooses] = useChoosesChecks();
  return (
    <section aria-label="Qualification and attention items" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-muted">Qualification and attention items</h3>
      <p className="text-sm text-faint">
        Items with a known answer. Reviewers judge the qualification first; attention items are in the queue
        like any other. They are chosen on the review screen, in the details of an item (I).
      </p>
      <div>
        <Checkbox checked={chooses} onChange={setChooses}>
          Let me choose them, and see the results of all reviewers
        </Checkbox>
      </div>
      {chooses && <ChecksOfProject project={project} />}
    </section>
  );
}

function ChecksOfProject({ project }: { project: Project }) {
  const form = useVerdictForm(project.id);
  const { data: items = [] } = useCheckItems(project.id);
  const { data: people = [] } = usePeopleChecks(project.id);
  const set = useSetCheckItem(project.id);
  const clear = useClearAttention(project.id);
  const error = set.error ?? clear.error;
  return (
    <>
      {items.length === 0 ? (
        <p className="text-muted">none</p>
      ) : (
        <ItemList items={items} form={form} onRemove={(item) => set.mutate({ ...item, kind: null })} />
      )}
      {people.length > 0 && (
        <table className="w-full text-left" aria-label="Results per person">
          <thead className="text-sm text-muted">
            <tr>
              <th className="py-1 font-medium">Reviewer</th>
              <th className="font-medium">Qualification</th>
              <th className="font-medium">Attention</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Person key={person.reviewer} person={person} onClear={() => clear.mutate(person.reviewer)} />
            ))}
          </tbody>
        </table>
      )}
      {error ? <InlineError title={errorText(error)} /> : null}
    </>
  );
}

interface ItemListProps {
  items: readonly CheckItem[];
  form: VerdictForm;
  onRemove(item: Pick<CheckItem, "itemId" | "expected">): void;
}

function ItemList({ items, form, onRemove }: ItemListProps) {
  return (
    <ul className="max-h-60 divide-y overflow-auto rounded-md border">
      {items.map(({ itemId, index, question, kind, expected }) => (
        <li key={itemId} className="flex items-center gap-3 px-3 py-1">
          <span className="w-10 shrink-0 text-right text-muted tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 truncate">{question}</span>
          <span className="shrink-0 text-sm text-muted">{kind}</span>
          <span className="shrink-0 text-sm">{labelName(form, expected)}</span>
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Make item ${index + 1} an ordinary one`}
            onClick={() => onRemove({ itemId, expected })}
          />
        </li>
      ))}
    </ul>
  );
}

function Person({ person, onClear }: { person: PersonChecks; onClear(): void }) {
  const { reviewer, qualification, passed, attention, failed } = person;
  return (
    <tr className="border-t">
      <td className="py-1">{reviewer}</td>
      <td>
        {scoreText(qualification)}
        {passed !== null && (
          <span className={passed ? "text-added" : "text-removed"}>
            {passed ? " · passed" : " · not passed"}
          </span>
        )}
      </td>
      <td>
        {scoreText(attention)}
        {failed > 0 && <span className="text-removed"> · {failed} wrong, not looked at</span>}
      </td>
      <td className="text-right">
        {failed > 0 && (
          <Button size="sm" onClick={onClear}>
            Looked at
          </Button>
        )}
      </td>
    </tr>
  );
}

const scoreText = ({ total, judged, right }: CheckScore): string =>
  total === 0 ? "–" : `${right} right of ${judged} judged, ${total} in all`;
