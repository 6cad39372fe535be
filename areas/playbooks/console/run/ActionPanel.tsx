import { useQuery } from "@tanstack/react-query";
import { agentNames } from "#console/resources/agent-names.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { type Tab, Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { localAgent } from "#language/local-agent.ts";
import { isFinalAction } from "../../model.ts";
import { Status } from "../parts/Status.tsx";
import { resourceIn } from "../start/needed-resource.ts";
import { artifactAddress } from "./result/ArtifactView.tsx";
import { ResultContent, type ResultContentProps } from "./result/ResultContent.tsx";
import { isOutput, resultTabs } from "./result/result-tabs.ts";
import { resultOfAction, type ActionRow, type RunDetail } from "../runs/run-query.ts";
import { contentTypeOf, kindOf } from "./timeline.ts";

interface ActionPanelProps {
  run: RunDetail;
  action: ActionRow;
  /** All attempts of the action, oldest first. */
  attempts: readonly ActionRow[];
  choose: (id: string) => void;
}

/** An action: its state, its attempts, its output and its result. */
export function ActionPanel({ run, action, attempts, choose }: ActionPanelProps) {
  const isFinal = isFinalAction(action.status);
  // The result is stored together with the final status.
  const result = useQuery({ ...resultOfAction(action.id), enabled: isFinal });
  const output = action.artifacts.find(isOutput);
  const download = isFinal && output ? artifactAddress(output.id) : undefined;
  const tabs = resultTabs({
    kind: kindOf(run, action),
    result: result.data ?? null,
    error: action.error,
    contentType: contentTypeOf(run, action),
    artifacts: action.artifacts,
    hasOutput: action.status === "running" || output !== undefined,
  }).map((tab): Tab => ({
    value: tab.value,
    label: tab.label,
    ...(tab.count !== undefined && { count: tab.count }),
    draw: drawn({ tab, action, download, resource: resourceIn(run) }),
  }));
  const [first, ...others] = tabs;
  return (
    <section aria-label={action.name} className="flex h-full min-h-0 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h2 className="min-w-0 text-title font-semibold wrap-anywhere">{action.name}</h2>
        <Status status={action.status} />
        {action.agent_id !== null && action.agent_id !== localAgent && <OnAgent id={action.agent_id} />}
        {action.timed_out && <span className="text-muted">The time limit was reached</span>}
        {action.start_time !== null && action.end_time !== null && (
          <span className="text-muted">
            <Age since={action.start_time} to={action.end_time} />
          </span>
        )}
        {attempts.length > 1 && <Attempts attempts={attempts} shown={action.id} choose={choose} />}
      </header>
      {isFinal && result.isError ? (
        <ErrorPage error={result.error} retry={() => void result.refetch()} isRetrying={result.isFetching} />
      ) : isFinal && result.data === undefined ? (
        <div className="p-4">
          <TextSkeleton label="Result" lines={6} />
        </div>
      ) : first ? (
        <Tabs label="Result" param="result" tabs={[first, ...others]} />
      ) : (
        <p className="p-4 text-muted">{isFinal ? "No result" : "The action has not started."}</p>
      )}
    </section>
  );
}

function OnAgent({ id }: { id: string }) {
  const agent = useQuery(agentNames([id])).data?.[0];
  if (!agent) return null;
  return (
    <span className="flex min-w-0 items-center gap-1 text-muted">
      on <ResourceLink kind="agent" id={id} name={agent.name} />
    </span>
  );
}

const drawn = (props: ResultContentProps) => () => <ResultContent {...props} />;

interface AttemptsProps {
  attempts: readonly ActionRow[];
  shown: string;
  choose: (id: string) => void;
}

const Attempts = ({ attempts, shown, choose }: AttemptsProps) => (
  <span role="group" aria-label="Attempts" className="flex items-center gap-1">
    {attempts.map(({ id, status }, index) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === shown}
        title={`Attempt ${index + 1}: ${status}`}
        onClick={() => choose(id)}
        className="h-6 rounded-sm border border-line px-2 text-meta text-muted aria-pressed:bg-selected aria-pressed:text-text"
      >
        Attempt {index + 1}
      </button>
    ))}
  </span>
);
