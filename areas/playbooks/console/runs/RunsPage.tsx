import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { playbookNames } from "../parts/playbooks-query.ts";
import { editorPath, PLAYBOOKS } from "../parts/paths.ts";
import { PlaybooksScreen } from "../parts/PlaybooksScreen.tsx";
import { useMayRun } from "../start/use-may-run.ts";
import { useStart } from "../start/use-start.tsx";
import { runFilters, runTime } from "./runs-query.ts";
import { RunsTable } from "./RunsTable.tsx";

const playbookUrl = urlState({ playbook: text() });

/** The runs of all playbooks, or of a single playbook. */
export function RunsPage() {
  const [{ playbook: chosenId }] = useUrl(playbookUrl);
  const chosen = useQuery(playbookNames).data?.find(({ id }) => id === chosenId);
  const actor = useActor();
  const hasEditor = useHasPage("/settings/playbooks/$id");
  const mayRun = useMayRun();
  const { start, dialog } = useStart(chosenId);
  return (
    <RunsTable
      id="playbook-runs"
      filters={runFilters}
      time={runTime}
      emptyDetail="No playbook has run in this time range."
      emptyAction={<ButtonLink href={PLAYBOOKS}>Open playbooks</ButtonLink>}
    >
      {(query, table) => (
        <PlaybooksScreen
          title={chosen ? `Runs of ${chosen.title}` : "Runs"}
          parents={[{ title: "Playbooks", href: PLAYBOOKS }]}
          refresh={query}
          actions={
            chosen && (
              <>
                {actor.can("write", "playbooks") && hasEditor && (
                  <ButtonLink href={editorPath(chosen.id)} icon="pencil">
                    Edit
                  </ButtonLink>
                )}
                {mayRun(chosen.id) && (
                  <Button look="primary" icon="play" onClick={() => start(chosen.id)}>
                    Run
                  </Button>
                )}
              </>
            )
          }
        >
          <div className="h-full p-4 pb-0">{table}</div>
          {dialog}
        </PlaybooksScreen>
      )}
    </RunsTable>
  );
}
