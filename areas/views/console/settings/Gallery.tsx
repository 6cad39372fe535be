import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { galleryOfViews, type GalleryView } from "../../contract.ts";
import { DEFAULT_NAMESPACE, VIEWS_SETTINGS, viewPath } from "../data/view-ref.ts";
import { useAddView } from "./use-add-view.ts";

/** The ids and names of stored views: each gallery view can be added once. */
const knownViews = rows(["views_summary", "ids"], () => db.from("views_summary").select("id,name,namespace"), {
  of: ["views"],
});

interface GalleryProps {
  /** Whether the installation has no views yet. */
  isFirst: boolean;
  close: () => void;
}

/** The gallery offers ready-made views. A user adds one and can then edit it like any other view. */
export function Gallery({ isFirst, close }: GalleryProps) {
  const found = useQuery({ ...callOptions(galleryOfViews, {}), staleTime: Number.POSITIVE_INFINITY });
  const known = useQuery(knownViews);
  const stored = known.data;
  const failed = [found, known].find(({ isError, data }) => isError && !data);
  const { add, adding } = useAddView();
  return (
    <section aria-label="Gallery" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-title font-semibold">{isFirst ? "There are no views yet" : "Gallery"}</h2>
          <p className="text-muted">
            A view is a page that you define. Add one of these ready-made views: it appears in the menu, and you can
            edit it afterwards.
          </p>
        </div>
        {isFirst ? (
          <ButtonLink href={`${VIEWS_SETTINGS}/new`} icon="plus">
            Add View
          </ButtonLink>
        ) : (
          <Button icon="x" onClick={close}>
            Close the gallery
          </Button>
        )}
      </div>
      {failed ? (
        <ErrorPage error={failed.error} retry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      ) : !found.data || !stored ? (
        <CardsSkeleton label="the gallery" />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
          {found.data.map((view) => (
            <li key={view.name} className="grid">
              <ViewCard
                view={view}
                knownId={
                  stored.find(
                    (one) => one.name === view.name && (one.namespace ?? DEFAULT_NAMESPACE) === DEFAULT_NAMESPACE,
                  )?.id
                }
                isBusy={adding === view.name}
                add={() => add(view)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ViewCardProps {
  view: GalleryView;
  /** The id of the stored view, if it was added. */
  knownId: string | undefined;
  isBusy: boolean;
  add: () => void;
}

const ViewCard = ({ view: { title, description, icon, spec }, knownId, isBusy, add }: ViewCardProps) => (
  <article aria-label={title} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
    <h3 className="flex items-start gap-2 font-medium">
      <span className="flex h-5 items-center text-muted">
        <AnyIcon name={icon} fallback="columns-3" />
      </span>
      {title}
    </h3>
    <p className="text-muted">{description}</p>
    <div className="mt-auto flex items-center justify-between gap-2 pt-1">
      <span className="min-w-0 truncate text-meta text-muted">{contentOf(spec)}</span>
      {knownId === undefined ? (
        <Button icon="plus" isBusy={isBusy} onClick={add}>
          Add
        </Button>
      ) : (
        <ButtonLink href={viewPath(knownId)} icon="arrow-right">
          Open
        </ButtonLink>
      )}
    </div>
  </article>
);

/** Summarises the content of a view, such as "3 panels, table". */
function contentOf({ panels, columns }: GalleryView["spec"]): string {
  const count = Array.isArray(panels) ? panels.length : 0;
  return [
    count > 0 && `${count} ${count === 1 ? "panel" : "panels"}`,
    Array.isArray(columns) && columns.length > 0 && "table",
  ]
    .filter(Boolean)
    .join(", ");
}
