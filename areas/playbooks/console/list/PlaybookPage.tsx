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
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { fillPath } from "#language/call.ts";
import { capitalise } from "#lib/text/words.ts";
import { receiveWebhook } from "../../contract.ts";
import { isOpenToEverybody } from "../../model.ts";
import { nameOf } from "../run/timeline.ts";
import { approversOf } from "../parts/approval-words.ts";
import { editorPath, PLAYBOOKS } from "../parts/paths.ts";
import { Remark } from "../parts/Status.tsx";
import { playbookRunFilters } from "../runs/runs-query.ts";
import { RunsTable } from "../runs/RunsTable.tsx";
import { useMayRun } from "../start/use-may-run.ts";
import { useStart } from "../start/use-start.tsx";
import { onePlaybook, titleOfPlaybook, triggerCounts, type StoredPlaybook } from "../parts/playbooks-query.ts";
import { startersOf } from "./starters.ts";

const PARENTS = [{ title: "Playbooks", href: PLAYBOOKS }];
const OWN = ["playbook"];

/** A playbook: its purpose, how it starts, and its runs. */
export function PlaybookPage() {
  const { id = "" } = useParams({ strict: false });
  const found = useQuery({ ...onePlaybook(id), enabled: isId(id) });
  const actor = useActor();
  const hasEditor = useHasPage("/settings/playbooks/$id");
  const mayRun = useMayRun();
  const { start, dialog } = useStart(id);
  const playbook = found.data;
  if (!isId(id) || playbook === null)
    return (
      <Page title="Playbook" parents={PARENTS}>
        <Notice
          title="Playbook not found"
          action={
            <AddressLink href={PLAYBOOKS} className="text-link hover:underline">
              Back to all playbooks
            </AddressLink>
          }
        >
          It may have been deleted, or you do not have permission to see it.
        </Notice>
      </Page>
    );
  const isDeleted = playbook !== undefined && playbook.deleted_at !== null;
  return (
    <Page
      title={playbook ? titleOfPlaybook(playbook) : "Playbook"}
      // On a phone the buttons leave no space for the title.
      hasTitleBelow={playbook !== undefined}
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
            {mayRun(id) && (
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
          <p aria-hidden className="-mb-2 text-title font-semibold wrap-anywhere shell:hidden">
            {titleOfPlaybook(playbook)}
          </p>
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

function About({ playbook: { id, spec, description, namespace, name } }: { playbook: StoredPlaybook }) {
  const mayReadRuns = useActor().can("read", "playbook_runs");
  const counts = useQuery({ ...triggerCounts(id), enabled: mayReadRuns }).data;
  const webhook = spec.on?.webhook;
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
          ["Started By", capitalise(startersOf(spec).join(", "))],
          ["Approval", approversOf(spec).join(", ")],
          ["Webhook", webhook?.path && <Webhook key="webhook" path={webhook.path} />],
          ["Triggered", counts && countWords(counts)],
        ]}
      />
      {isOpenToEverybody(spec) && (
        <Remark meaning="warning">Its webhook is open to everybody: it has no authentication.</Remark>
      )}
      {counts?.last_error && (
        <Remark meaning="unhealthy">
          The last trigger could not start it: {counts.last_error}{" "}
          <span className="text-muted">
            (<Age since={counts.last_error_at} />)
          </span>
        </Remark>
      )}
    </div>
  );
}

/** Triggers are skipped for some time after another run for the same resource. */
const countWords = ({ started, skipped }: { started: number; skipped: number }) =>
  `${started.toLocaleString("en")} ${started === 1 ? "run" : "runs"}${skipped > 0 ? `, ${skipped.toLocaleString("en")} skipped` : ""}`;

function Webhook({ path }: { path: string }) {
  const address = `${location.origin}${fillPath(receiveWebhook.path, { path })}`;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono wrap-anywhere">{address}</code>
      <CopyIcon text={address} label="Copy the address of the webhook" />
    </span>
  );
}
