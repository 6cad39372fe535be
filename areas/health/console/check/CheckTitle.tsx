import { localAgent } from "#language/local-agent.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { type CheckDetail, endpointOf } from "./check-query.ts";
import { unknownReason } from "../../model.ts";

const Badge = ({ title, children }: { title: string; children: string }) => (
  <span
    title={`${title}: ${children}`}
    className="inline-flex h-5 max-w-48 min-w-0 items-center rounded-sm border border-line bg-surface px-1.5 text-meta"
  >
    <span className="truncate">{children}</span>
  </span>
);

export const CheckIcon = ({ check }: { check: CheckDetail }) => (
  <TechnologyIcon name={check.icon} secondary={check.type} size={20} />
);

/** Under its name: how it stands, what it looks at, and where it belongs. */
export function CheckLine({ check }: { check: CheckDetail }) {
  const { agents: agent, canaries: canary } = check;
  const namespace = check.namespace || canary.namespace;
  const endpoint = endpointOf(check);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <CheckHealth check={check} />
      {endpoint !== undefined && (
        <span title={endpoint} className="max-w-120 min-w-0 truncate font-mono text-meta">
          {endpoint}
        </span>
      )}
      <Badge title="Namespace">{namespace}</Badge>
      {agent && agent.id !== localAgent && <Badge title="Agent">{agent.name}</Badge>}
    </span>
  );
}

function CheckHealth({ check }: { check: CheckDetail }) {
  const isUnknown = useClock((now) => (unknownReason(check, now) === undefined ? 0 : 1)) === 1;
  const word = isUnknown ? "Unknown" : check.status === "healthy" ? "Healthy" : "Unhealthy";
  const look = isUnknown
    ? "text-unchecked-text"
    : check.status === "healthy"
      ? "text-healthy-text"
      : "text-unhealthy-text";
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${look}`}>
      <StatusMark meaning={isUnknown ? "unchecked" : check.status!} />
      {word}
    </span>
  );
}
