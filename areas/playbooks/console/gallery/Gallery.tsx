import { useQuery } from "@tanstack/react-query";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { PlaybookName } from "../parts/playbooks-query.ts";
import { gallery, type Template } from "./gallery-query.ts";
import { useAddTemplate } from "./use-add-template.ts";

interface GalleryProps {
  /** The stored playbooks, because each gallery playbook can be added only once. */
  known: readonly PlaybookName[];
  /** Undefined if there are no playbooks to return to. */
  close: (() => void) | undefined;
  mayWrite: boolean;
}

/** The gallery of sample playbooks. */
export function Gallery({ known, close, mayWrite }: GalleryProps) {
  return (
    <section aria-label="Gallery" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-title font-semibold">{close ? "Gallery" : "There are no playbooks yet"}</h2>
          <p className="text-muted">
            A playbook is a list of actions that people run by hand, or that events, schedules and webhooks start.{" "}
            {mayWrite
              ? "Add one of these playbooks to start. They work on the machine that runs Quarterdeck."
              : "Ask an administrator to add one."}
          </p>
        </div>
        {close && (
          <Button icon="x" onClick={close}>
            Close the gallery
          </Button>
        )}
      </div>
      {mayWrite && <Templates known={known} />}
    </section>
  );
}

function Templates({ known }: Pick<GalleryProps, "known">) {
  const found = useQuery(gallery);
  const { add, adding } = useAddTemplate();
  if (found.isError)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!found.data) return <CardsSkeleton label="the gallery" />;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
      {found.data.map((template) => (
        <li key={template.name} className="grid">
          <TemplateCard
            template={template}
            isKnown={known.some(({ name }) => name === template.name)}
            isBusy={adding === template.name}
            add={() => add(template)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TemplateCardProps {
  template: Template;
  isKnown: boolean;
  isBusy: boolean;
  add: () => void;
}

const TemplateCard = ({ template: { name, spec }, isKnown, isBusy, add }: TemplateCardProps) => (
  <article aria-label={spec.title ?? name} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
    <h3 className="flex items-start gap-2 font-medium">
      <span className="flex h-5 items-center text-muted">
        <AnyIcon name={spec.icon ?? "circle-play"} fallback="circle-play" />
      </span>
      {spec.title ?? name}
    </h3>
    <p className="text-muted">{spec.description}</p>
    <div className="mt-auto flex items-center justify-between gap-2 pt-1">
      <span className="text-meta text-muted">{spec.category}</span>
      <Button icon="plus" isBusy={isBusy} disabled={isKnown} onClick={add}>
        {isKnown ? "Added" : "Add"}
      </Button>
    </div>
  </article>
);
