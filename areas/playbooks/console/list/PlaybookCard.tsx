import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { deleteResource } from "#console/resources/resource-client.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { isOpenToEverybody } from "../../model.ts";
import { editorPath, playbookPath, runPath, runsOfPlaybook } from "../parts/paths.ts";
import { Status } from "../parts/Status.tsx";
import type { PlaybookName, PlaybookState } from "../parts/playbooks-query.ts";

interface PlaybookCardProps {
  playbook: PlaybookName;
  /** Undefined while loading. */
  state: PlaybookState | undefined;
  /** Undefined if the person is not allowed to run the playbook. */
  run: (() => void) | undefined;
}

/** A playbook: its purpose, its last result, and the buttons to run it and to see its runs. */
export function PlaybookCard({ playbook, state, run }: PlaybookCardProps) {
  const { id, title, description, icon } = playbook;
  return (
    <article
      aria-label={title}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-surface p-3 transition-colors hover:border-line-strong"
    >
      <div className="flex min-w-0 items-start gap-2">
        <span className="flex h-6 items-center text-muted">
          <AnyIcon name={icon ?? "circle-play"} fallback="circle-play" />
        </span>
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">
          <AddressLink href={playbookPath(id)} className="hover:underline">
            {title}
          </AddressLink>
        </h3>
        <CardMenu playbook={playbook} />
      </div>
      {description && (
        <p title={description} className="line-clamp-3 text-muted wrap-anywhere">
          {description}
        </p>
      )}
      {state && isOpenToEverybody(state) && (
        <p title="Its webhook has no authentication." className="flex items-center gap-1.5 text-warning-text">
          <StatusMark meaning="warning" />
          Open to everybody
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <span className="min-w-0 text-meta text-muted">
          <LastResult state={state} />
        </span>
        <span className="flex gap-2">
          <ButtonLink href={runsOfPlaybook(id)} icon="history">
            History
          </ButtonLink>
          {run && (
            <Button icon="play" onClick={run}>
              Run
            </Button>
          )}
        </span>
      </div>
    </article>
  );
}

function LastResult({ state }: Pick<PlaybookCardProps, "state">) {
  const [run] = state?.runs ?? [];
  if (!run) return state && "Never run";
  return (
    <AddressLink href={runPath(run.id)} className="inline-flex items-center gap-1.5 hover:underline">
      <Status status={run.status} /> <RowAge since={run.created_at} />
    </AddressLink>
  );
}

function CardMenu({ playbook: { id, title } }: { playbook: PlaybookName }) {
  const mayWrite = useActor().can("write", "playbooks");
  const hasEditor = useHasPage("/settings/playbooks/$id");
  const [isAsking, setAsking] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  if (!mayWrite) return null;
  const remove = async () => {
    await deleteResource({ table: "playbooks" }, id);
    toast.success("Playbook deleted");
    await Promise.all(
      ["playbook_names", "playbooks"].map((relation) => cache.invalidateQueries({ queryKey: [relation] })),
    );
  };
  return (
    <>
      <Menu
        label={`Actions of ${title}`}
        align="end"
        items={[
          ...(hasEditor
            ? [
                {
                  type: "action" as const,
                  label: "Edit",
                  icon: "pencil" as const,
                  run: () => void navigate({ to: editorPath(id) }),
                },
              ]
            : []),
          { type: "action", label: "Delete", icon: "trash-2", run: () => setAsking(true) },
        ]}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-muted touch-area hover:bg-hover hover:text-text aria-expanded:bg-hover"
      >
        <Icon name="ellipsis" />
      </Menu>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        look="delete"
        title={`Delete ${title}?`}
        onConfirm={remove}
      >
        Its runs are kept. Triggers no longer start it.
      </Confirm>
    </>
  );
}
