import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AmbiguityChain, ChainStep, ClarificationFlow } from "#shared/domain/ambiguity-chain.ts";
import { Kbd } from "../../../../ui/kbd.tsx";
import { Tree } from "../../../../ui/tree.tsx";
import { type TreeNode, visibleRows } from "../../../../ui/tree-rows.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";
import { type ChainContext, ChainStepSign, stepText } from "./chain-step.tsx";
import { type ChainNode, chainTree } from "./chain-tree.ts";

const rowHeight = 40;

/** Who leads to whom (appendix H.3). */
const flowWords: Record<ClarificationFlow, string> = {
  "user-to-user": "user → user",
  "user-to-environment": "user → environment",
  "environment-to-user": "environment → user",
};

export interface AmbiguityChainsProps extends ChainContext {
  chains: readonly AmbiguityChain[];
  /** A step was opened. */
  onStep(step: ChainStep): void;
}

/** Which clarification rests on which: each step below the one that leads to it, with the reason. */
export function AmbiguityChains({ chains, onStep, task, graph }: AmbiguityChainsProps) {
  const context = useMemo(() => ({ task, graph }), [task, graph]);
  const { nodes, byId } = useMemo(() => drawn(chainTree(chains), context), [chains, context]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const expanded = useMemo(() => new Set([...byId.keys()].filter((id) => !closed.has(id))), [byId, closed]);
  const chosen = selected === null ? undefined : byId.get(selected);
  const first = nodes[0]?.id ?? null;
  const region = useWalk(selected, chosen?.id ?? first, setSelected);
  if (nodes.length === 0) return null;
  const height = visibleRows(nodes, expanded).length * rowHeight;
  return (
    <section ref={region} aria-label="Chains of clarifications" className="border-t">
      <h3 className="flex min-h-8 items-center px-3 pt-1 text-sm font-medium text-muted">
        <span className="flex-1">Order of clarifications</span>
        <Kbd keys="alt+c" quiet />
      </h3>
      <div className="flex flex-col [&_[role=treeitem]]:scroll-mb-14" style={{ height }}>
        <Tree
          label="Clarifications, each below the one that leads to it"
          nodes={nodes}
          rowHeight={rowHeight}
          expanded={expanded}
          onExpandedChange={(open) => setClosed(new Set([...byId.keys()].filter((id) => !open.has(id))))}
          selected={chosen === undefined ? null : selected}
          onSelect={setSelected}
          onOpen={(id) => {
            const step = byId.get(id)?.step;
            if (step !== undefined) onStep(step);
          }}
        />
      </div>
      <p className="sticky bottom-0 min-h-10 border-t bg-canvas px-3 py-1 text-sm text-muted">
        {chosen === undefined ? "Press Enter or double-click a step to go to it." : sentence(chosen, context)}
      </p>
    </section>
  );
}

/** Keeps the chosen row in sight; the key that leads here takes the focus and chooses `start`, with all of the order in view. */
function useWalk(
  selected: string | null,
  start: string | null,
  choose: (id: string | null) => void,
): RefCallback<HTMLElement> {
  const region = useRef<HTMLElement>(null);
  const reveal = useCallback(
    (section: HTMLElement) => {
      choose(start);
      section.scrollIntoView({ block: "start" });
      section.querySelector<HTMLElement>('[role="tree"]')?.focus({ preventScroll: true });
      showChosen(section);
    },
    [choose, start],
  );
  const register = useJumpTarget<HTMLElement>("chains", reveal);
  useEffect(() => {
    if (selected !== null) showChosen(region.current);
  }, [selected]);
  return useCallback(
    (section: HTMLElement | null) => {
      region.current = section;
      return register(section);
    },
    [register],
  );
}

/** Only the chosen row is brought into view: the tree may be higher than its pane. */
function showChosen(region: HTMLElement | null): void {
  region?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
}

function drawn(roots: readonly ChainNode[], context: ChainContext) {
  const byId = new Map<string, ChainNode>();
  const nodeOf = (node: ChainNode): TreeNode => {
    byId.set(node.id, node);
    const text = stepText(node.step, context);
    return {
      id: node.id,
      text,
      content: <StepRow node={node} text={text} />,
      ...(node.next.length > 0 && { children: node.next.map(nodeOf) }),
    };
  };
  return { nodes: roots.map(nodeOf), byId };
}

function StepRow({ node: { step, link }, text }: { node: ChainNode; text: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col text-sm">
      <span className="flex min-w-0 items-center gap-1.5">
        <ChainStepSign step={step} />
        <span className="truncate" title={text}>
          {text}
        </span>
      </span>
      <span className="truncate text-muted" title={link?.reason}>
        {link?.flow && <span className="mr-1.5 text-xs text-faint">{flowWords[link.flow]}</span>}
        {link?.reason ?? beginning(step)}
      </span>
    </span>
  );
}

function beginning(step: ChainStep): string {
  if (step.kind === "ambiguity") return "is asked of the user";
  return step.kind === "knowledge" ? "is looked up in the knowledge base" : "is found in the data";
}

function sentence({ step, link }: ChainNode, context: ChainContext): string {
  return link?.reason ?? `“${stepText(step, context)}” ${beginning(step)} first.`;
}
