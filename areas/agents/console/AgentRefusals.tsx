import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { refusalsOf } from "./agents-query.ts";

/** Shows why the server does not send resources or actions to the agent. */
export function AgentRefusals({ id }: { id: string }) {
  const mayRead = useActor().can("read", "integrations");
  const found = useQuery({ ...refusalsOf(id), enabled: mayRead });
  const [report] = found.data ?? [];
  const errors = report?.status === "FAILED" ? (report.details?.errors ?? []) : [];
  return errors.map((error) => (
    <p
      key={error}
      role="note"
      className="mb-3 flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-warning-text"
    >
      <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">Not sent to this agent: {error}</span>
    </p>
  ));
}
