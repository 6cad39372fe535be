import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import type { Part } from "./run-parts.ts";
import { Timings } from "./Timings.tsx";

/** The parts of a run's details. */
export const RunParts = ({ parts }: { parts: readonly Part[] }) => (
  <div className="flex flex-col gap-5">
    {parts.map((part) => (
      <div key={part.id} role="group" aria-label={part.title} className="min-w-0">
        <h3 className="mb-1.5 font-medium">{part.title}</h3>
        <PartContent part={part} />
      </div>
    ))}
  </div>
);

function PartContent({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return <CodeBlock code={part.text} language={part.language} title={part.title} isBare />;
    case "timings":
      return <Timings steps={part.pairs} />;
    case "pairs":
      return (
        <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-6 border-t border-line">
          {part.pairs.map(({ name, text }, index) => (
            <div key={`${name} ${index}`} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1">
              <dt className="max-w-64 text-muted wrap-anywhere">{name}</dt>
              <dd className="min-w-0 whitespace-pre-wrap tabular-nums wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      );
  }
}
