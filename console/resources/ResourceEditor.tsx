import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { refreshed } from "../client/query.ts";
import { Conflict } from "./Conflict.tsx";
import { Origin, ReadOnlyNote } from "./Origin.tsx";
import { useOriginNames } from "./origin-names.ts";
import { deleteResource, type FoundResource, oneResource, updateResource } from "./resource-client.ts";
import { ResourceForm } from "./ResourceForm.tsx";
import type { SettingsResource } from "./settings-resource.ts";
import { deletionOf, type Draft, draftOf, originOf, rowOf } from "./resource-row.ts";
import { savedWith } from "./save-warnings.ts";
import { useSavedPath } from "./saved-path.ts";

interface ResourceEditorProps {
  resource: SettingsResource;
  found: FoundResource;
  mayWrite: boolean;
  /** Renders the page around the form. The draft is kept while the form is unmounted. */
  children: (form: ReactNode) => ReactNode;
}

/**
 * Holds the draft of a stored resource. It starts with the stored version, and later changes on the server do not
 * discard it: a conflict is detected on save.
 */
export function ResourceEditor({ resource, found, mayWrite, children }: ResourceEditorProps) {
  const { name, namespace, ownIcon, hasLabels = false, runsOnAgents = false } = resource;
  const { row } = found;
  const savedPath = useSavedPath(resource);
  const [initial, setInitial] = useState(found);
  const [edited, setEdited] = useState<Draft>();
  const [theirs, setTheirs] = useState<FoundResource | null>();
  const [isDeleting, setDeleting] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  // Until the first edit, the page follows the stored version.
  const base = edited ? initial : found;
  const saved = draftOf(base.row);
  const draft = edited ?? saved;
  const isKeptElsewhere = originOf(row) !== undefined;
  const isReadOnly = isKeptElsewhere || !mayWrite;
  const deletion = deletionOf(row);
  const names = useOriginNames(useMemo(() => [row], [row]));

  const edit = (next: Draft) => {
    if (!edited) setInitial(found);
    setEdited(next);
  };

  const save = async (etag: string | undefined) => {
    const columns = { hasNamespace: namespace !== undefined, hasLabels, hasIcon: ownIcon !== undefined, runsOnAgents };
    const { namespace: _fixed, ...changes } = rowOf(draft, columns);
    let warnings: readonly string[];
    try {
      ({ warnings } = await updateResource(resource, row.id, changes, etag));
    } catch (error) {
      if (error instanceof Problem && error.status === 412)
        setTheirs(await cache.fetchQuery({ ...oneResource(resource, row.id), staleTime: 0 }));
      throw error;
    }
    if (warnings.length > 0) toast.warning(savedWith(`${name} updated`, warnings));
    else toast.success(`${name} updated successfully`);
    await refreshed(cache, resource);
  };

  const remove = async () => {
    await deleteResource(resource, row.id);
    toast.success(`${row.name} deleted successfully`);
    await navigate({ to: savedPath, ignoreBlocker: true });
    await refreshed(cache, resource);
  };

  const form = (
    <ResourceForm
      resource={resource}
      id={row.id}
      saved={saved}
      draft={draft}
      onChange={edit}
      submit={() => save(base.etag)}
      isReadOnly={isReadOnly}
      notice={
        isKeptElsewhere ? (
          <ReadOnlyNote>
            {originOf(row)?.text === "Built in" ? (
              <span className="text-muted">Built in and managed by Quarterdeck.</span>
            ) : (
              <Origin row={row} names={names} />
            )}
            <span className="text-muted">{!deletion.isAllowed ? deletion.note : mayWrite && "You can delete it."}</span>
          </ReadOnlyNote>
        ) : (
          !mayWrite && <ReadOnlyNote>You need permission to write {resource.resource}.</ReadOnlyNote>
        )
      }
      more={
        mayWrite &&
        deletion.isAllowed && (
          <Button icon="trash-2" className="text-unhealthy-text" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    />
  );
  return (
    <>
      {children(form)}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        look="delete"
        title="Delete resource"
        onConfirm={remove}
      >
        Are you sure you want to delete this resource? {deletion.note}
      </Confirm>
      <Conflict
        name={row.name}
        mine={draft}
        theirs={theirs}
        close={() => setTheirs(undefined)}
        takeTheirs={() => setEdited(undefined)}
        keepMine={async (etag) => {
          await save(etag);
          await navigate({ to: savedPath, ignoreBlocker: true });
        }}
      />
    </>
  );
}
