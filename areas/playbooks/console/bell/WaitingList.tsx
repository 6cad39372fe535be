import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { runPath } from "../parts/paths.ts";
import { useWaiting } from "./waiting-approvals.ts";

/** Shown above the notifications: the runs that wait for this person's approval. */
export function WaitingList() {
  const waiting = useWaiting();
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Waiting for Your Approval" className="mx-4 mt-4 rounded-md border border-line bg-surface">
      <h2 className="px-3 pt-2 font-medium">Waiting for Your Approval</h2>
      <ul className="flex max-h-48 flex-col overflow-y-auto py-1">
        {waiting.map(({ id, playbooks, created_by: person, created_at: at }) => (
          <li key={id}>
            <AddressLink href={runPath(id)} className="flex min-h-control items-center gap-2 px-3 py-1 hover:bg-hover">
              <Icon name="shield-check" size={14} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{playbooks?.title || playbooks?.name || "Playbook"}</span>
              <span className="shrink-0 text-meta text-muted">
                {person ? `${person.name}, ` : ""}
                <RowAge since={at} />
              </span>
            </AddressLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
