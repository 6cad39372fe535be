import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { Button } from "#console/widgets/Button.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { logsHref } from "../logs-href.ts";

const table = { table: "logging_backends" } as const;
const journal = { name: "Journal", spec: { backends: [{ journald: {} }] }, source: "UI" };

/** Adds a log backend that reads the machine's journal, and opens the page of the backend. */
export function AddJournal() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      const { id } = await createResource(table, journal);
      await refreshed(cache, table);
      toast.success("The journal of this machine was added");
      await navigate({ href: logsHref({ backend: id }) });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="server" isBusy={isBusy} onClick={() => void add()}>
      Add this machine’s journal
    </Button>
  );
}
