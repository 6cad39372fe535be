import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { brands, ownShapes, shapes } from "#console/widgets/technology/technologies.ts";
import type { GalleryEntry } from "../entry.ts";

const grid = (names: readonly string[], size = 20) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-3 gap-y-2">
    {names.map((name) => (
      <li key={name} className="flex min-w-0 items-center gap-2">
        <TechnologyIcon name={name} size={size} />
        <span className="truncate text-meta text-muted">{name}</span>
      </li>
    ))}
  </ul>
);
const under = (prefix: string) => [...shapes.keys()].filter((name) => name.startsWith(prefix));
const others = [...shapes.keys()].filter((name) => !/^(?:k8s|aws|azure|gcp)-/.test(name));

export const entry: GalleryEntry = {
  name: "Technology icon",
  group: "Nouns",
  states: [
    {
      name: "Source spellings",
      draw: () => grid(["Kubernetes::Pod", "postgres", "AWS::S3::Bucket", "CreateNamespace", "redis-master-0"], 16),
    },
    {
      name: "Coloured",
      draw: () =>
        grid(["kubernetes:red", "kubernetes:green", "kubernetes:warning", "kubernetes:grey", "kubernetes:blue"]),
    },
    { name: "Unknown names", draw: () => grid(["warp-drive-9000", ""]) },
    { name: "Clouds", draw: () => grid([...ownShapes.keys(), "googlecloud"]) },
    { name: "Kubernetes kinds", draw: () => grid(under("k8s-")) },
    { name: "Cloud services", draw: () => grid([...under("aws-"), ...under("azure-"), ...under("gcp-")]) },
    { name: "Things", draw: () => grid(others) },
    { name: "Marks", draw: () => grid(brands) },
  ],
};
