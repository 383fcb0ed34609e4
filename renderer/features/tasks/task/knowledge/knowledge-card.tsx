import { EyeOff } from "lucide-react";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Mask } from "#shared/domain/mask.ts";
import { Chip } from "../../../../ui/chip.tsx";
import { MathText } from "../../../../ui/math-text/index.ts";
import { SeverityIcon } from "../findings/severity-icon.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";
import type { TaskKnowledgeNode } from "./task-knowledge.ts";

/** One knowledge node: what it says, what it builds on, and whether the system under test sees it. */
export function KnowledgeCard({ known }: { known: TaskKnowledgeNode }) {
  const { id, node, mask, isWeakened, usedIn } = known;
  const findings = useTaskEditor(({ byLocation }) => byLocation.onKnowledge(id));
  return (
    <li
      id={`task-knowledge-${id}`}
      ref={useJumpTarget(`knowledge ${id}`)}
      tabIndex={-1}
      className="border-b px-3 py-2 select-text"
    >
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="font-mono text-sm text-muted">{id}</span>
        <span className="font-medium">{node?.name ?? "not in the knowledge base"}</span>
        {mask !== null && <MaskChip mask={mask} />}
        {isWeakened && mask === null && (
          <Chip
            tone="warning"
            definition="It is visible but builds on a hidden node, so the system cannot compute it alone."
          >
            builds on a hidden node
          </Chip>
        )}
        {usedIn.map((phase) => (
          <Chip key={phase} definition={`The gold of phase ${phase} uses it.`}>
            phase {phase}
          </Chip>
        ))}
      </p>
      {node !== null && <Definition node={node} />}
      {mask !== null && mask.chains.length > 0 && <BrokenChains mask={mask} />}
      {findings.map(({ key, finding }) => (
        <p key={key} className="mt-1 flex gap-1.5 text-sm">
          <span className="mt-0.5">
            <SeverityIcon severity={finding.severity} size={12} />
          </span>
          {finding.message}
        </p>
      ))}
    </li>
  );
}

function Definition({ node: { description, definition, children } }: { node: KnowledgeNode }) {
  const toKnowledge = useTaskEditor(({ jumps }) => jumps.toKnowledge);
  return (
    <>
      <p className="mt-0.5 text-muted">{description}</p>
      <p dir="auto" className="mt-1 rounded-md bg-sunken px-2 py-1 break-words whitespace-pre-wrap">
        <MathText text={definition} />
      </p>
      {children.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          Builds on{" "}
          {children.map((child, at) => (
            <span key={child}>
              {at > 0 && ", "}
              <button
                type="button"
                onClick={() => toKnowledge(child)}
                className="rounded-sm text-accent hover:underline"
              >
                {child}
              </button>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function MaskChip({ mask }: { mask: Mask }) {
  return (
    <Chip
      icon={EyeOff}
      definition={
        mask.kind === "one-shot"
          ? "Hidden, at the end of its chains: only its own definition is missing."
          : "Hidden inside a chain: what is below it can no longer be reached from what is above."
      }
    >
      hidden, {mask.kind}
    </Chip>
  );
}

const shownChains = 4;

/** The chains that the mask breaks: head → hidden nodes in brackets → foot. */
function BrokenChains({ mask: { chains } }: { mask: Mask }) {
  return (
    <p className="mt-1 text-sm text-muted">
      {chains.length === 1 ? "Breaks the chain " : "Breaks the chains "}
      {chains
        .slice(0, shownChains)
        .map(({ head, masked, foot }) => `${head} → [${masked.join(" → ")}] → ${foot}`)
        .join("; ")}
      {chains.length > shownChains && ` and ${chains.length - shownChains} more chains`}
    </p>
  );
}
