import { Database, Info, MessageSquare } from "lucide-react";
import { memo } from "react";
import type { Item } from "#shared/domain/item.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { useThreads } from "../../../data/comments.ts";
import { ItemQuestion } from "../../../results/item-question.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { countText } from "../../../ui/time-text.ts";
import { EarlierVerdicts } from "./earlier-verdicts.tsx";
import { KnownAnswer } from "./known-answer.tsx";
import type { OnPopover, PopoverName } from "./popovers.ts";

interface ItemHeaderProps {
  item: Item;
  schemaOpen: boolean;
  commentsOpen: boolean;
  onView(change: { schema: boolean } | { comments: boolean }): void;
  popover: PopoverName | null;
  onPopover: OnPopover;
  /** The item that was asked for: `item` is the one before until it has come. */
  itemId: number;
  form: VerdictForm;
  onItem(itemId: number): void;
}

/** What was asked, of which database, and what the reviewer said of related items before: that has its space whether there is any or not. */
export const ItemHeader = memo(function ItemHeader(props: ItemHeaderProps) {
  const { item, schemaOpen, commentsOpen, onView, popover, onPopover, itemId, form, onItem } = props;
  return (
    <header className="flex shrink-0 items-start gap-4 border-b px-4 py-2.5">
      <ItemQuestion item={item} className="max-h-36" />
      <div className="flex min-w-72 shrink-0 flex-col gap-1">
        <div className="flex items-center justify-end gap-1">
          {item.system !== null && (
            <span
              className="mr-2 max-w-40 truncate text-sm text-muted"
              title="The text-to-SQL system that wrote the prediction"
            >
              {item.system}
            </span>
          )}
          <CommentsButton itemId={item.id} open={commentsOpen} onView={onView} />
          <SchemaButton dbId={item.dbId} open={schemaOpen} onView={onView} />
          <DetailsButton item={popover === "details" ? item : null} onPopover={onPopover} />
        </div>
        <div className="h-5 w-0 min-w-full text-sm">
          <EarlierVerdicts {...{ itemId, form, onPopover, onItem }} open={popover === "earlier"} />
        </div>
      </div>
    </header>
  );
});

const CommentsButton = memo(function CommentsButton({
  itemId,
  open,
  onView,
}: {
  itemId: number;
  open: boolean;
  onView: ItemHeaderProps["onView"];
}) {
  const count = useThreads({ itemId }).data?.filter(({ resolved }) => resolved === null).length ?? 0;
  return (
    <Button
      size="sm"
      icon={MessageSquare}
      pressed={open}
      onClick={() => onView({ comments: !open })}
      title="Comments (Alt+B)"
    >
      {count === 0 ? "Comments" : countText(count, "thread")}
    </Button>
  );
});

const SchemaButton = memo(function SchemaButton({
  dbId,
  open,
  onView,
}: {
  dbId: string;
  open: boolean;
  onView: ItemHeaderProps["onView"];
}) {
  return (
    <Button
      size="sm"
      icon={Database}
      pressed={open}
      onClick={() => onView({ schema: !open })}
      title="Schema (Alt+S)"
    >
      {dbId}
    </Button>
  );
});

/** The button to the details; `item` is null while they are closed, so that another item draws nothing anew. */
const DetailsButton = memo(function DetailsButton({
  item,
  onPopover,
}: {
  item: Item | null;
  onPopover: OnPopover;
}) {
  return (
    <Popover
      label="Details of the item"
      align="end"
      className="w-96"
      open={item !== null}
      onOpenChange={(open) => onPopover("details", open)}
      trigger={<IconButton size="sm" icon={Info} label="Details" keys="i" />}
    >
      {item !== null && <ItemDetails item={item} />}
      {item !== null && <KnownAnswer item={item} />}
    </Popover>
  );
});

/** Everything else that the file says of the item, unknown fields included. */
function ItemDetails({ item }: { item: Item }) {
  const fields: [string, unknown][] = [
    ["question_id", item.questionId],
    ["db_id", item.dbId],
    ["system", item.system],
    ["position in the file", item.index + 1],
    ...Object.entries(item.extra),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 select-text">
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="flex min-w-0 items-start gap-1">
            <span className="max-h-40 min-w-0 flex-1 overflow-auto font-mono text-sm break-words whitespace-pre-wrap">
              {fieldText(value)}
            </span>
            <CopyButton text={fieldText(value)} label={`Copy ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
