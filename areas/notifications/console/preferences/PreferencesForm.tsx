import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { focusFirstWrongLater } from "#console/widgets/form/focus.ts";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { isSameJson } from "#lib/json/json.ts";
import { type Preferences, saveOwnPreferences } from "../../contract.ts";
import { ChannelList } from "./ChannelList.tsx";
import { changeOf, draftOf, type PreferencesDraft, preferenceProblems } from "./preferences-draft.ts";
import { QuietHours } from "./QuietHours.tsx";

interface PreferencesFormProps {
  saved: Preferences;
  queryKey: QueryKey;
}

/** Edits the channels and the quiet hours. The form shows the current stored values until the first edit. */
export function PreferencesForm({ saved, queryKey }: PreferencesFormProps) {
  const cache = useQueryClient();
  const timeZone = useTimeZone();
  const [edited, setEdited] = useState<PreferencesDraft>();
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stored = draftOf(saved, timeZone);
  const draft = edited ?? stored;
  const problems = preferenceProblems(draft);
  const change = (part: Partial<PreferencesDraft>) => {
    setFailure(undefined);
    setEdited({ ...draft, ...part });
  };
  const isDirty = edited !== undefined && !isSameJson(stored, edited);
  const save = async (element: HTMLElement) => {
    setSent(true);
    if (isBusy) return;
    if (Object.keys(problems).length > 0) return focusFirstWrongLater(element);
    setBusy(true);
    try {
      cache.setQueryData(queryKey, await ask(saveOwnPreferences, { body: changeOf(draft) }));
      setEdited(undefined);
      setSent(false);
      toast.success("Preferences saved");
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const fields = { draft, change, problems: wasSent ? problems : {} };
  return (
    <form
      noValidate
      aria-label="My channels"
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <ChannelList {...fields} email={saved.email} />
      <QuietHours {...fields} />
      <FormFailure>{failure}</FormFailure>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button disabled={!isDirty} onClick={() => setEdited(undefined)}>
          Reset
        </Button>
        <Button look="primary" type="submit" isBusy={isBusy} disabled={!isDirty}>
          Save
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty && !isBusy} />
    </form>
  );
}
