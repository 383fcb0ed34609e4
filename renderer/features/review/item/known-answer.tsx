import type { CheckKind } from "#shared/domain/check-item.ts";
import type { Item } from "#shared/domain/item.ts";
import { useCheckItems, useChoosesChecks, useSetCheckItem } from "../../../data/check-items.ts";
import { errorText } from "../../../data/faults.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Select } from "../../../ui/select.tsx";

/** Makes the item one with a known answer, for those who choose them (settings): whoever only judges is not to see it. */
export function KnownAnswer({ item }: { item: Item }) {
  const [chooses] = useChoosesChecks();
  return chooses ? <KnownAnswerFields item={item} /> : null;
}

function KnownAnswerFields({ item: { id: itemId, projectId } }: { item: Item }) {
  const { labels } = useVerdictForm(projectId);
  const { data: items } = useCheckItems(projectId);
  const set = useSetCheckItem(projectId);
  if (items === undefined) return null;
  const own = items.find((item) => item.itemId === itemId);
  const expected = own?.expected ?? labels[0]?.id ?? "";
  return (
    <div className="mt-3 flex flex-col gap-2 border-t pt-3">
      <div className="grid grid-cols-2 gap-3">
        <Select<CheckKind | "none">
          label="Known answer"
          value={own?.kind ?? "none"}
          options={[
            { value: "none", title: "an ordinary item" },
            { value: "qualification", title: "qualification" },
            { value: "attention", title: "attention item" },
          ]}
          onChange={(kind) => set.mutate({ itemId, kind: kind === "none" ? null : kind, expected })}
        />
        {own && (
          <Select
            label="Expected label"
            value={expected}
            options={labels.map(({ id, name }) => ({ value: id, title: name }))}
            onChange={(label) => set.mutate({ itemId, kind: own.kind, expected: label })}
          />
        )}
      </div>
      {set.error ? <InlineError title={errorText(set.error)} /> : null}
    </div>
  );
}
