import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { named } from "#console/resources/problem-places.ts";
import { createResource, deleteResource, updateResource } from "#console/resources/resource-client.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { Problem } from "#language/problem.ts";
import { rowOf, type RuleDraft, serverProblems } from "./rule-spec.ts";
import type { FoundRule } from "./rules-query.ts";

const table = { table: "notifications" } as const;

interface Problems {
  name: string | undefined;
  spec: readonly SchemaProblem[];
}

const NONE: Problems = { name: undefined, spec: [] };

/** Creates, changes and deletes a rule. Errors are shown in the form, and the draft is kept. */
export function useRuleSaving({ base, close }: { base: FoundRule | undefined; close: () => void }) {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [problems, setProblems] = useState<Problems>(NONE);
  const forget = () => {
    setFailure(undefined);
    setProblems(NONE);
  };

  const save = async (draft: RuleDraft) => {
    if (isBusy) return;
    setBusy(true);
    forget();
    try {
      const { warnings } = base
        ? await updateResource(table, base.row.id, rowOf(draft), base.etag)
        : await createResource(table, { ...rowOf(draft), source: "UI" });
      const done = base ? "Notification updated" : "Notification added";
      if (warnings.length > 0) toast.warning(`${done}. ${warnings.join(" ")}`);
      else toast.success(`${done} successfully`);
      setDone(true);
      await refreshed(cache, table);
      close();
    } catch (cause) {
      const error = named(cause, { kind: "notification", name: draft.name ?? "" });
      setProblems(serverProblems(error));
      setFailure(
        error instanceof Problem && error.status === 412
          ? "Someone else changed this rule while you were editing it. Copy your changes, and open the rule again."
          : messageOf(error),
      );
    } finally {
      setBusy(false);
    }
  };

  const remove = async () => {
    if (!base) return;
    await deleteResource(table, base.row.id);
    setDone(true);
    toast.success(`${base.row.name} deleted successfully`);
    close();
    await refreshed(cache, table);
  };
  return { isBusy, isDone, failure, problems, forget, save, remove };
}
