import { EyeOff, MessageCircleQuestionMark, TriangleAlert } from "lucide-react";
import type { CanvasNode } from "../../../../../ui/graph-canvas/index.ts";
import type { NodeRole, PictureNode } from "./knowledge-picture.ts";

const styles: Record<NodeRole, string> = {
  question: "border-line-strong bg-panel text-ink",
  masked: "border-error border-dashed border-2 bg-error-fill text-error",
  used: "border-accent border-2 bg-selected text-ink",
  needed: "border-accent bg-raised text-ink",
  other: "border-line-strong bg-raised text-muted",
  missing: "border-warning border-dashed bg-warning-fill text-warning",
};

const words: Record<NodeRole, string> = {
  question: "",
  masked: "hidden",
  used: "used by the gold",
  needed: "needed by what the gold uses",
  other: "",
  missing: "does not exist",
};

/** What the styles of nodes mean, in the order of a legend. */
export const legend = (["used", "needed", "masked"] as const).map((role) => ({
  style: styles[role],
  meaning: { used: "used by the gold", needed: "what it builds on", masked: "hidden" }[role],
}));

/** A node as the canvas draws it: `found` where a search found it, false where it found others. */
export function canvasNode(node: PictureNode, found: boolean | null): CanvasNode {
  const { id, name, role, mask, isWeakened } = node;
  const meaning = [
    mask === null ? words[role] : `hidden, ${mask.kind}`,
    isWeakened && role !== "masked" ? "builds on a hidden node" : "",
  ].filter((part) => part !== "");
  const dimmed = found === false ? " opacity-45" : found === true ? " ring-2 ring-focus" : "";
  return {
    id,
    label: [role === "question" ? name : `${id} ${name}`, ...meaning].join(", "),
    className: styles[role] + dimmed,
    content: <NodeText node={node} />,
  };
}

function NodeText({ node: { id, name, role, isWeakened } }: { node: PictureNode }) {
  const Icon =
    role === "masked"
      ? EyeOff
      : role === "question"
        ? MessageCircleQuestionMark
        : role === "missing" || isWeakened
          ? TriangleAlert
          : null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {role !== "question" && <span className="font-mono text-sm">{id}</span>}
      {/* Parts the words for those who hear them. */ " "}
      <span dir="auto" className="line-clamp-2 min-w-0 leading-tight">
        {name}
      </span>
      {Icon !== null && <Icon size={13} className="shrink-0" aria-hidden />}
    </span>
  );
}
