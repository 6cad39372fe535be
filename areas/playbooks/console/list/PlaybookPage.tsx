import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { isId } from "#console/resources/resource-client.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { nameOf } from "../run/timeline.ts";
import { approversOf } from "../parts/approval-words.ts";
import { editorPath, PLAYBOOKS } from "../parts/paths.ts";
import { playbookRunFilters } from "../runs/run-filters.ts";
import { RunsTable } from "../runs/RunsTable.tsx";
import { useStart } from "../start/use-start.tsx";
import { onePlaybook, titleOfPlaybook, type StoredPlaybook } from "./playbooks-query.ts";
import { startersOf } from "./starters.ts";

const PARENTS = [{ title: "Playbooks", href: PLAYBOOKS }];
const OWN = ["playbook"];

/** A playbook: its purpose, how it starts, and its runs. */
export function PlaybookPage() {
  const { id = "" } = useParams({ strict: false });
  const found = useQuery({ ...onePlaybook(id), enabled: isId(id) });
  const actor = useActor();
  const hasEditor = useHasPage("/settings/playbooks/$id");
  const { start, dialog } = useStart(id);
  const playbook = found.data;
  if (!isId(id) || playbook === null)
    return (
      <Page title="Playbook" parents={PARENTS}>
        <Notice
          title="No such playbook"
          action={
            <AddressLink href={PLAYBOOKS} className="text-link hover:underline">
              Back to all playbooks
            </AddressLink>
          }
        >
          It may have been deleted, or you may not see it.
        </Notice>
      </Page>
    );
  const isDeleted = playbook !== undefined && playbook.deleted_at !== null;
  return (
    <Page
      title={playbook ? titleOfPlaybook(playbook) : "Playbook"}
      parents={PARENTS}
      refresh={found}
      actions={
        playbook &&
        !isDeleted && (
          <>
            {hasEditor && (
              <ButtonLink href={editorPath(id)} icon={actor.can("write", "playbooks") ? "pencil" : "eye"}>
                {actor.can("write", "playbooks") ? "Edit" : "Spec"}
              </ButtonLink>
            )}
            {actor.can("playbook:run", "playbooks") && (
              <Button look="primary" icon="play" onClick={() => start(id)}>
                Run
              </Button>
            )}
          </>
        )
      }
    >
      {playbook && (
        <div className="flex h-full flex-col gap-4 p-4 pb-0">
          {isDeleted && <p className="text-muted">This playbook was deleted. Its runs are still stored.</p>}
          <About playbook={playbook} />
          <div className="min-h-80 flex-1">
            <RunsTable
              id="playbook.runs"
              filters={playbookRunFilters}
              playbook={id}
              without={OWN}
              emptyDetail="This playbook has never run."
            />
          </div>
          {dialog}
        </div>
      )}
    </Page>
  );
}

function About({ playbook: { spec, description, namespace, name } }: { playbook: StoredPlaybook }) {
  const starters = startersOf(spec);
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      {(description ?? spec.description) && (
        <p className="text-muted wrap-anywhere">{description ?? spec.description}</p>
      )}
      <FactList
        facts={[
          ["Name", `${namespace}/${name}`],
          ["Category", spec.category],
          ["Actions", (spec.actions ?? []).map(nameOf).join(", ")],
          ["Started by", starters.words.join(", ")],
          ["Approval", approversOf(spec).join(", ")],
        ]}
      />
      {starters.isOpenToEverybody && (
        <p className="flex items-start gap-2">
          <span className="flex h-5 items-center">
            <StatusMark meaning="warning" />
          </span>
          Its webhook is open to everybody: it has no authentication.
        </p>
      )}
    </div>
  );
}
