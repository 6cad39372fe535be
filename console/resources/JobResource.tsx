import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { Views } from "#generated/tables.ts";
import { capitalise } from "#lib/text/words.ts";
import { kindOfResource } from "./job-resource.ts";

interface JobResourceProps {
  job: Pick<Views["job_histories"]["Row"], "resource_id" | "resource_name" | "resource_type">;
  canCopy?: boolean;
}

/** The resource of a job: a link to its page if there is one, and a button to copy its id. */
export function JobResource({ job, canCopy = true }: JobResourceProps) {
  const { resource_id: id, resource_type: type } = job;
  if (id === null) return null;
  // If the name is missing, for instance because the resource was deleted, the type is more useful than the id.
  const isNamed = job.resource_name !== null && job.resource_name !== id;
  const name = isNamed ? job.resource_name! : capitalise((type ?? "resource").replaceAll("_", " "));
  const kind = kindOfResource(type);
  return (
    <span className="group/resource flex min-w-0 items-center gap-1">
      <span className="flex min-w-0" title={type ?? undefined}>
        {kind === undefined ? <Truncated text={name} /> : <ResourceLink kind={kind} id={id} name={name} />}
      </span>
      {canCopy && (
        <CopyIcon
          text={id}
          label={`Copy id of ${name}`}
          copied={`Copied ${id} to clipboard`}
          // The button is higher than a line of text. The margin keeps the text aligned with the other cells.
          className="-my-1 opacity-0 group-hover/resource:opacity-100 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </span>
  );
}
