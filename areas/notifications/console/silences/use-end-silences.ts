import { useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { db } from "#console/client/rows.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { countOf } from "#lib/text/words.ts";
import type { SilenceRow } from "./silences-query.ts";

const table = { table: "notification_silences" } as const;

type Ended = Pick<SilenceRow, "id" | "name" | "until" | "from">;

/** Ends silences now. The confirmation message has an undo button. */
export function useEndSilences() {
  const cache = useQueryClient();
  const write = (silences: readonly Ended[], untilOf: (silence: Ended) => string | null) =>
    Promise.all(
      silences.map((silence) =>
        db
          .from("notification_silences")
          .update({ until: untilOf(silence) })
          .eq("id", silence.id)
          .throwOnError(),
      ),
    );
  const undo = async (silences: readonly Ended[]) => {
    try {
      await write(silences, ({ until }) => until);
      await refreshed(cache, table);
      toast.success("Restored");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return async (silences: readonly Ended[]) => {
    try {
      // A silence that has not started gets its start as its end, because the end must not be before the start.
      const now = new Date().toISOString();
      await write(silences, ({ from }) => (from !== null && from > now ? from : now));
      await refreshed(cache, table);
      const what =
        silences.length === 1
          ? `${silences[0]!.name} expired`
          : `${countOf(silences.length, "silence", "silences")} expired`;
      toast.success(what, { label: "Undo", run: () => void undo(silences) });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}
