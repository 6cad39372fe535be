import { Button } from "#console/widgets/Button.tsx";

interface Example {
  title: string;
  text: string;
  /** The value, if it differs from the shown text. */
  value?: unknown;
}

export const filterExamples: readonly Example[] = [
  { title: "A namespace", text: 'config.tags.namespace == "staging"' },
  { title: "A kind of resource", text: 'config.type == "Kubernetes::Pod"' },
  { title: "Names that begin with a word", text: 'config.name.startsWith("batch-")' },
  { title: "Pods of jobs", text: 'config.type == "Kubernetes::Pod" && config.labels.job != ""' },
  { title: "Checks with a label", text: 'check.labels.tier == "test"' },
  { title: "Checks of low severity", text: 'check.severity == "low"' },
];

const selector = (title: string, text: string, value: unknown): Example => ({ title, text, value });

export const selectorExamples: readonly Example[] = [
  selector("A type", "- types: [Kubernetes::Pod]", [{ types: ["Kubernetes::Pod"] }]),
  selector("A cluster", "- tagSelector: cluster=staging", [{ tagSelector: "cluster=staging" }]),
  selector("A namespace and a type", "- types: [Kubernetes::Job]\n  namespace: batch", [
    { types: ["Kubernetes::Job"], namespace: "batch" },
  ]),
  selector("Names by pattern", "- name: batch-*", [{ name: "batch-*" }]),
  selector("A label", "- labelSelector: app=demo", [{ labelSelector: "app=demo" }]),
];

interface ExamplesProps {
  title: string;
  examples: readonly Example[];
  choose: (text: string, value: unknown) => void;
}

/** Examples that replace the value of a field. */
export const Examples = ({ title, examples, choose }: ExamplesProps) => (
  <details className="rounded-md border border-line">
    <summary className="cursor-pointer px-3 py-1.5 text-muted max-shell:py-2.5 -outline-offset-2 hover:bg-hover">
      {title}
    </summary>
    <ul className="border-t border-line">
      {examples.map((example) => (
        <li
          key={example.title}
          className="flex items-center justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <div className="min-w-0">
            <p>{example.title}</p>
            <pre className="font-mono text-meta whitespace-pre-wrap text-muted wrap-anywhere">{example.text}</pre>
          </div>
          <Button
            look="quiet"
            aria-label={`Use the example ${example.title}`}
            onClick={() => choose(example.text, example.value)}
          >
            Use
          </Button>
        </li>
      ))}
    </ul>
  </details>
);
