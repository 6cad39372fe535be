// Commands on one or several checks, and messages about their outcome. The message lists the names of checks for which
// the command was refused.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { ask } from "#console/client/call.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { isAbout } from "#console/client/query.ts";
import { toast, type ToastAction } from "#console/widgets/toast/toast.ts";
import {
  deleteChecks,
  pauseChecks,
  restoreChecks,
  resumeChecks,
  runCheckNow,
  type SeveralDone,
} from "../../contract.ts";
import { RECENT_RUNS } from "../dashboard/recent-results.ts";
import { outcomeWords } from "./outcome-words.ts";

export interface ChosenCheck {
  id: string;
  name: string;
}

export interface Pausing {
  until: string | null;
  reason: string | null;
}

const changed = ["checks", "canaries", "check_config_relationships", "check_component_relationships"];
/** Maximum number of concurrent runs that one page starts, so that runs of other users are not delayed. */
const RUNS_AT_ONCE = 4;
/** This time is longer than the server's time limit for a run. */
const RUN_TIMEOUT_MS = 300_000;

export function useChangeChecks() {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  const perform = useCallback(
    async (verb: string, work: () => Promise<SeveralDone>, undo?: (done: readonly ChosenCheck[]) => ToastAction) => {
      setBusy(true);
      try {
        const outcome = await work();
        const words = outcomeWords(verb, outcome);
        const action = outcome.done.length > 0 ? undo?.(outcome.done) : undefined;
        if (outcome.failed.length === 0) toast.success(words, action);
        else if (outcome.done.length === 0) toast.error(words);
        else toast.warning(words, action);
        return outcome;
      } catch (error) {
        if (!isAborted(error)) toast.error(messageOf(error));
        return undefined;
      } finally {
        setBusy(false);
        // Refreshes without waiting for the event stream.
        await cache.invalidateQueries({
          predicate: (query) =>
            query.queryKey[0] === RECENT_RUNS || changed.some((relation) => isAbout(query, relation)),
        });
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query client never changes
    [],
  );

  return useMemo(() => {
    const restore = (checks: readonly ChosenCheck[]) =>
      perform("restored", () => ask(restoreChecks, { body: { checks: idsOf(checks) } }));
    return {
      isBusy,
      restore,
      pause: (checks: readonly ChosenCheck[], pausing: Pausing) =>
        perform("paused", () => ask(pauseChecks, { body: { checks: idsOf(checks), ...pausing } })),
      resume: (checks: readonly ChosenCheck[]) =>
        perform("resumed", () => ask(resumeChecks, { body: { checks: idsOf(checks) } })),
      remove: (checks: readonly ChosenCheck[]) =>
        perform(
          "deleted",
          () => ask(deleteChecks, { body: { checks: idsOf(checks) } }),
          (done) => ({ label: "Undo", run: () => void restore(done) }),
        ),
      run: (checks: readonly ChosenCheck[]) => perform("run", () => runAll(checks)),
    };
  }, [isBusy, perform]);
}

const idsOf = (checks: readonly ChosenCheck[]) => checks.map(({ id }) => id);

/** Runs each check once. A check that fails has still run; only a check that could not be run counts as failed here. */
async function runAll(checks: readonly ChosenCheck[]): Promise<SeveralDone> {
  const outcome: SeveralDone = { done: [], failed: [] };
  const waiting = [...checks];
  const next = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { id, name } = check;
      try {
        await ask(runCheckNow, { params: { id } }, { timeoutMs: RUN_TIMEOUT_MS });
        outcome.done.push({ id, name });
      } catch (error) {
        outcome.failed.push({ id, name, error: messageOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, next));
  return outcome;
}
