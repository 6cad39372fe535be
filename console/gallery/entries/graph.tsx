import { useState } from "react";
import { Graph } from "#console/widgets/graph/Graph.tsx";
import type { GraphDirection, GraphEdge, GraphLine, GraphNode } from "#console/widgets/graph/graph.ts";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { GalleryEntry } from "../entry.ts";

const meanings: readonly (Meaning | undefined)[] = ["healthy", "healthy", "healthy", "warning", "unhealthy", "unknown"];

const node = (id: string, kind: string, index: number): GraphNode => ({
  id,
  kind,
  name: id,
  meaning: meanings[index % meanings.length],
  href: "/_gallery/graph",
});

interface Example {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  root?: string;
}

const service: Example = {
  root: "checkout",
  nodes: [
    node("checkout", "Kubernetes::Deployment", 0),
    node("production", "Kubernetes::Namespace", 0),
    node("harbour-1", "Kubernetes::Cluster", 0),
    ...["7f9c6d5b8-x2lvq", "7f9c6d5b8-p0d9k", "7f9c6d5b8-q7zzt"].map((name, index) =>
      node(`checkout-${name}`, "Kubernetes::Pod", index + 2),
    ),
    node("checkout-configuration-with-a-name-that-is-much-too-long-for-any-card", "Kubernetes::ConfigMap", 5),
    ...Array.from({ length: 14 }, (_, index) => node(`job-${index + 1}`, "Kubernetes::Job", index)),
  ],
  edges: [
    { from: "harbour-1", to: "production" },
    { from: "production", to: "checkout" },
    ...["x2lvq", "p0d9k", "q7zzt"].map((end) => ({ from: "checkout", to: `checkout-7f9c6d5b8-${end}` })),
    { from: "checkout", to: "checkout-configuration-with-a-name-that-is-much-too-long-for-any-card" },
    ...Array.from({ length: 14 }, (_, index) => ({ from: "checkout", to: `job-${index + 1}` })),
  ],
};

/** Builds a graph from deterministic pseudo-random numbers. */
function huge(count: number, lines: number): Example {
  let seed = 7;
  const chance = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
  const id = (index: number) => `node-${index}`;
  const edges = Array.from({ length: count - 1 }, (_, index) => ({
    from: id(Math.floor((index + 1) * chance() * chance())),
    to: id(index + 1),
  }));
  while (edges.length < lines) {
    const [a, b] = [Math.floor(chance() * count), Math.floor(chance() * count)];
    if (a < b) edges.push({ from: id(a), to: id(b) });
  }
  // Each node has its own kind, so that no nodes are grouped.
  const nodes = Array.from({ length: count }, (_, index) => node(id(index), `Kind::${index}`, index));
  return { nodes, edges, root: id(0) };
}

const many: Example = {
  root: "everything",
  nodes: [
    node("everything", "Kubernetes::Cluster", 0),
    ...Array.from({ length: 2400 }, (_, index) => node(`pod-${index}`, `Kind::${index % 1200}`, index)),
  ],
  edges: Array.from({ length: 2400 }, (_, index) => ({ from: "everything", to: `pod-${index}` })),
};

const nameKind = (kind: string) => kind.split("::").at(-1)!;

const Card = ({ name, kind, meaning }: GraphNode) => (
  <div className="flex h-full flex-col justify-center gap-1 px-3">
    <span className="flex min-w-0 items-center gap-2">
      <TechnologyIcon name={kind} size={16} />
      <span title={name} className="min-w-0 truncate font-medium">
        {name}
      </span>
    </span>
    <span className="flex items-center gap-1.5 text-meta text-muted">
      {meaning && <StatusMark meaning={meaning} />}
      {nameKind(kind)}
    </span>
  </div>
);

const drawKind = (kind: string) => (
  <>
    <TechnologyIcon name={kind} size={16} />
    <span className="truncate">{nameKind(kind)}</span>
  </>
);

function Example({ nodes, edges = [], root, ...rest }: Partial<Example> & { error?: unknown; more?: number }) {
  const [direction, setDirection] = useState<GraphDirection>("horizontal");
  const [line, setLine] = useState<GraphLine>("curved");
  return (
    <Graph
      label="Relationships"
      nodes={nodes}
      edges={edges}
      root={root}
      draw={Card}
      drawKind={drawKind}
      nameKind={nameKind}
      directions={[direction]}
      line={line}
      onDirection={setDirection}
      onLine={setLine}
      {...rest}
    />
  );
}

const large = huge(2000, 5000);

export const entry: GalleryEntry = {
  name: "Graph",
  group: "Nouns",
  states: [
    { name: "Around one node", height: 520, draw: () => <Example {...service} /> },
    { name: "2,000 nodes and 5,000 lines", height: 520, draw: () => <Example {...large} /> },
    { name: "Too many to draw", height: 400, draw: () => <Example {...many} more={7600} /> },
    { name: "One node", height: 240, draw: () => <Example nodes={service.nodes.slice(0, 1)} /> },
    { name: "Loading", height: 300, draw: () => <Example /> },
    { name: "Nothing", height: 120, draw: () => <Example nodes={[]} /> },
    {
      name: "Failed",
      height: 240,
      draw: () => <Example error={new Error("The database cannot be reached.")} />,
    },
  ],
};
