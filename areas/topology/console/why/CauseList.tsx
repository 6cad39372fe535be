import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { WhyAnswer, WhyStep } from "../../why.contract.ts";
import { useShortList } from "./short-list.tsx";

/** The number of causes that are shown at first. */
const SHOWN = 3;

/** The causes, most probable first, each with the path that leads to it. */
export function CauseList({ answer: { causes, cause_count: count } }: { answer: WhyAnswer }) {
  const { shown, more } = useShortList(causes, SHOWN);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">Probable causes</h3>
      <ol className="flex flex-col gap-3">
        {shown.map((cause, index) => (
          <li key={`${cause.kind} ${cause.id}`} className="flex min-w-0 gap-2">
            <span className="w-5 shrink-0 text-right text-muted tabular-nums">{index + 1}.</span>
            <div className="min-w-0 flex-1">
              <Thing thing={cause} />
              <p className="wrap-anywhere text-muted">{cause.reason}</p>
              {cause.path.length > 1 && <Way path={cause.path} />}
            </div>
          </li>
        ))}
      </ol>
      {more}
      {count > causes.length && (
        <p className="text-muted">
          Only the {causes.length} most probable of {count.toLocaleString("en")} possible causes are listed.
        </p>
      )}
    </div>
  );
}

/** The steps from the start to a cause. */
const Way = ({ path }: { path: readonly WhyStep[] }) => (
  <ol aria-label="How it was found" className="mt-1 flex flex-col gap-1.5 border-l border-line pl-3">
    {path.map((step) => (
      <li key={`${step.kind} ${step.id}`} className="min-w-0">
        <Thing thing={step} />
        <p className="wrap-anywhere text-muted">{step.reason}</p>
      </li>
    ))}
  </ol>
);

const meanings: Readonly<Record<WhyStep["health"], Meaning>> = {
  healthy: "healthy",
  unhealthy: "unhealthy",
  warning: "warning",
  unknown: "unknown",
  paused: "unchecked",
};

/** `Deployment` for `Kubernetes::Deployment`. */
function withoutProvider(type: string): string {
  const [provider, ...name] = type.split("::");
  return name.join(" ").trim() || provider!;
}

export const Thing = ({ thing: { kind, id, name, type, health } }: { thing: WhyStep }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <StatusMark meaning={meanings[health]} />
    <span className="sr-only">{health}: </span>
    <ResourceLink kind={kind} id={id} name={name} />
    {type !== null && (
      <span title={type} className="shrink-0 text-muted max-shell:hidden">
        {withoutProvider(type)}
      </span>
    )}
  </span>
);
