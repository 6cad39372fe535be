import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Gallery } from "../gallery/Gallery.tsx";
import { PlaybooksScreen } from "../parts/PlaybooksScreen.tsx";
import { useMayRun } from "../start/use-may-run.ts";
import { useStart } from "../start/use-start.tsx";
import { byCategory } from "./arrange-playbooks.ts";
import { PlaybookCard } from "./PlaybookCard.tsx";
import { playbookNames, playbookStates } from "../parts/playbooks-query.ts";

const NEW = "/settings/playbooks/new";
const searchUrl = urlState({ search: text(), gallery: text() });

/** The playbooks by category. If there are no playbooks, the gallery is shown. */
export function PlaybooksPage() {
  const actor = useActor();
  const mayRun = useMayRun();
  const mayWrite = actor.can("write", "playbooks");
  const hasEditor = useHasPage(NEW);
  const found = useQuery(playbookNames);
  const states = useQuery(playbookStates).data;
  const { start, dialog } = useStart();
  const [{ search, gallery }, change] = useUrl(searchUrl);
  const all = found.data;
  const categories = byCategory(all ?? [], search);
  return (
    <PlaybooksScreen
      title="Playbooks"
      refresh={found}
      actions={
        mayWrite &&
        hasEditor && (
          <>
            {all && all.length > 0 && (
              <Button icon="book-open" onClick={() => void change({ gallery: "open" })}>
                Gallery
              </Button>
            )}
            <ButtonLink href={NEW} icon="plus" look="primary">
              Add Playbook
            </ButtonLink>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5 p-4">
        {!all ? (
          <CardsSkeleton label="Playbooks" />
        ) : all.length === 0 || gallery === "open" ? (
          <Gallery
            known={all}
            close={all.length === 0 ? undefined : () => void change({ gallery: undefined })}
            mayWrite={mayWrite}
          />
        ) : (
          <>
            <SearchBox
              label="Search playbooks"
              value={search}
              delayMs={0}
              change={(next) => void change({ search: next }, { replace: true })}
              className="w-72 max-w-full"
            />
            {categories.length === 0 && (
              <p role="status" className="py-12 text-center text-muted">
                No playbook contains “{search}”.
              </p>
            )}
            {categories.map(({ title, playbooks }) => (
              <section key={title} aria-label={title} className="flex flex-col gap-2">
                <h2 className="text-title font-semibold">{title}</h2>
                <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
                  {playbooks.map((playbook) => (
                    <li key={playbook.id} className="grid">
                      <PlaybookCard
                        playbook={playbook}
                        state={states?.get(playbook.id)}
                        run={mayRun(playbook.id) ? () => start(playbook.id) : undefined}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </div>
      {dialog}
    </PlaybooksScreen>
  );
}
