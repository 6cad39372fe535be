import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { db } from "#console/client/rows.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Origin, ReadOnlyNote } from "#console/resources/Origin.tsx";
import { originOf } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { focusFirstWrongLater } from "#console/widgets/form/focus.ts";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { isSameJson } from "#lib/json/json.ts";
import { EditorFooter } from "../parts/EditorFooter.tsx";
import { ResourceChoice } from "./ResourceChoice.tsx";
import { type SilenceDraft, silenceRow, silenceDraftOf, silenceProblems } from "./silence-draft.ts";
import { silenceState } from "./silence-state.ts";
import { ConditionFields, WhenFields } from "./SilenceFields.tsx";
import { SilencePreview } from "./SilencePreview.tsx";
import type { ListedSilence } from "./silences-query.ts";
import { useEndSilences } from "./use-end-silences.ts";

const table = { table: "notification_silences" } as const;
const GUARDED = ["id"];

/** The form of a stored silence. */
export function EditSilence({ silence, close }: { silence: ListedSilence; close: () => void }) {
  const mayWrite = useActor().can("write", "notifications");
  const cache = useQueryClient();
  const timeZone = useTimeZone();
  const end = useEndSilences();
  const saved = useMemo(() => silenceDraftOf(silence, timeZone), [silence, timeZone]);
  const [edited, setEdited] = useState<SilenceDraft>();
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const draft = edited ?? saved;
  const origin = originOf({ ...silence, agent_id: null });
  const isReadOnly = !mayWrite || origin !== undefined;
  const isExpired = useClock((now) => Number(silenceState(silence, now) === "expired")) === 1;
  const [openedAt] = useState(() => Date.now());
  // The times of an expired silence can be saved unchanged.
  const { range, ...others } = silenceProblems(draft, { now: openedAt, timeZone });
  const problems = draft.range === saved.range || range === undefined ? others : { ...others, range };
  const change = (part: Partial<SilenceDraft>) => {
    setFailure(undefined);
    setEdited({ ...draft, ...part });
  };
  const isDirty = !isReadOnly && edited !== undefined && !isSameJson(saved, edited);

  const save = async (element: HTMLElement) => {
    setSent(true);
    if (isBusy) return;
    if (Object.keys(problems).length > 0) return focusFirstWrongLater(element);
    setBusy(true);
    try {
      const { from, until, ...columns } = silenceRow(draft, { now: Date.now(), timeZone });
      const times = draft.range === saved.range ? {} : { from, until };
      const cleared =
        draft.when === "once" && silence.schedule ? { schedule: null, duration_minutes: null, time_zone: null } : {};
      await db
        .from("notification_silences")
        .update({ ...columns, ...times, ...cleared })
        .eq("id", silence.id)
        .throwOnError();
      setEdited(undefined);
      toast.success("Silence updated successfully");
      await refreshed(cache, table);
      close();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    await db.from("notification_silences").update({ deleted_at: "now()" }).eq("id", silence.id).throwOnError();
    setEdited(undefined);
    toast.success(`${silence.name} deleted successfully`);
    close();
    await refreshed(cache, table);
  };
  const fields = { draft, change, problems: wasSent ? problems : {}, isReadOnly };
  return (
    <form
      noValidate
      className="-m-4 flex min-h-[calc(100%+2rem)] flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save(event.currentTarget);
      }}
    >
      <div className="flex flex-1 flex-col gap-4 p-4">
        {isReadOnly && (
          <ReadOnlyNote>
            {origin ? <Origin row={{ ...silence, agent_id: null }} /> : "You need permission to write notifications."}
          </ReadOnlyNote>
        )}
        {silence.error !== null && <FormFailure isNew={false}>The silence has no effect: {silence.error}</FormFailure>}
        <TextField
          label="Name"
          isRequired
          value={draft.name}
          onChange={(name) => change({ name })}
          isReadOnly={isReadOnly}
          error={fields.problems.name}
        />
        <ResourceChoice {...fields} />
        <WhenFields {...fields} />
        <ConditionFields {...fields} />
        <SilencePreview draft={draft} />
        <FormFailure>{failure}</FormFailure>
      </div>
      <EditorFooter
        {...{ isReadOnly, isBusy, isDirty, close }}
        params={GUARDED}
        deletion={{ title: "Delete Silence", text: "Are you sure you want to delete this silence?", run: remove }}
      >
        {!isReadOnly && !isExpired && (
          <Button
            icon="bell"
            onClick={() => {
              setEdited(undefined);
              close();
              void end([silence]);
            }}
          >
            Expire now
          </Button>
        )}
      </EditorFooter>
    </form>
  );
}
