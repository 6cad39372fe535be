import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshed } from "#console/client/query.ts";
import { updateResource } from "#console/resources/resource-client.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Changes } from "./connection-form.ts";
import { type FoundConnection, oneConnection } from "./connections-query.ts";
import { isStale, useSaving } from "./use-saving.ts";

interface UpdateOptions {
  /** The version that was read. */
  found: FoundConnection;
  schema: JsonSchema;
  done: () => void;
}

const table = { table: "connections" } as const;

/** Saves the changes. If another user changed the row in the meantime, asks for confirmation first. */
export function useUpdate({ found, schema, done }: UpdateOptions) {
  const cache = useQueryClient();
  const { row, etag } = found;
  const { isBusy, serverProblems, forget, save } = useSaving(schema);
  const [late, setLate] = useState<Changes>();

  const write = async (changes: Changes, version: string | undefined) => {
    await updateResource(table, row.id, changes, version);
    await refreshed(cache, table);
    // Reported after the form shows the stored values, so that later input is kept.
    done();
    toast.success("Connection updated successfully");
  };
  const send = (name: unknown, changes: Changes) =>
    void save(name, async () => {
      try {
        // If nothing has changed, nothing is written, and success is reported as usual.
        if (Object.keys(changes).length === 0) return void toast.success("Connection updated successfully");
        return await write(changes, etag);
      } catch (error) {
        if (isStale(error)) setLate(changes);
        throw error;
      }
    });
  const question = (
    <Confirm
      isOpen={late !== undefined}
      onClose={() => setLate(undefined)}
      look="approve"
      title={`Someone else changed ${row.name} while you were editing it`}
      confirmLabel="Save my changes"
      cancelLabel="Keep editing"
      onConfirm={async () => {
        const now = await cache.fetchQuery({ ...oneConnection(row.id), staleTime: 0 });
        if (late) await write(late, now?.etag);
      }}
    >
      Your changes were not saved. Saving writes only the fields that you changed; the other changes are kept.
    </Confirm>
  );
  return { isBusy, serverProblems, forget, send, question };
}
