import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { focusFirstWrongLater } from "#console/widgets/form/focus.ts";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { isSameJson } from "#lib/json/json.ts";
import { ResourceChoice } from "./ResourceChoice.tsx";
import { type SilenceDraft, silenceRow, silenceProblems } from "./silence-draft.ts";
import type { Silenceable } from "./silenced-parents.ts";
import { ConditionFields, WhenFields } from "./SilenceFields.tsx";
import { SilencePreview } from "./SilencePreview.tsx";
import { TargetChoice } from "./TargetChoice.tsx";

interface NewSilenceProps {
  /** The resource in the link and its ancestors; empty if the link has no resource. */
  resources: readonly Silenceable[];
  /** Whether the link contains a resource that does not exist or is not visible. */
  isMissing: boolean;
  initial: SilenceDraft;
  /** If it throws, the form shows the error. */
  create: (columns: ReturnType<typeof silenceRow>) => Promise<void>;
  cancel: () => void;
}

const NEEDS_ATTRIBUTE = "When all resources are selected, an attribute is needed";

/** The form of a new silence, with a preview of the messages that it would have hidden. */
export function NewSilence({ resources, isMissing, initial, create, cancel }: NewSilenceProps) {
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState(initial);
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isWide = useMedia("(width >= 64rem)");
  const [openedAt] = useState(() => Date.now());
  const found = silenceProblems(draft, { now: openedAt, timeZone });
  const problems = resources.length > 0 && found.target !== undefined ? { ...found, target: NEEDS_ATTRIBUTE } : found;
  const shown = wasSent ? problems : {};
  const change = (part: Partial<SilenceDraft>) => {
    setFailure(undefined);
    setDraft((before) => ({ ...before, ...part }));
  };
  const send = async (element: HTMLElement) => {
    setSent(true);
    if (isBusy) return;
    if (Object.keys(problems).length > 0) return focusFirstWrongLater(element);
    setBusy(true);
    try {
      await create(silenceRow(draft, { now: Date.now(), timeZone }));
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  // In a narrow window the preview is above the buttons, so that it is seen before the silence is saved.
  const preview = (
    <aside className="min-w-0 rounded-md border border-line bg-surface p-4 min-[64rem]:sticky min-[64rem]:top-4 min-[64rem]:w-96">
      <SilencePreview draft={draft} />
    </aside>
  );
  const fields = { draft, change, problems: shown, isReadOnly: false };
  return (
    <form
      noValidate
      aria-label="Silence"
      className="flex max-w-6xl flex-col gap-6 p-4 min-[64rem]:flex-row min-[64rem]:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        {isMissing && (
          <p role="alert" className="rounded-md bg-warning/15 px-3 py-2 text-warning-text">
            The resource in the link does not exist, or you do not have permission to see it. Choose another resource.
          </p>
        )}
        <TextField
          label="Name"
          isRequired
          value={draft.name}
          onChange={(name) => change({ name })}
          error={shown.name}
        />
        {resources.length > 0 ? <TargetChoice {...fields} resources={resources} /> : <ResourceChoice {...fields} />}
        <WhenFields {...fields} />
        <ConditionFields {...fields} />
        {!isWide && preview}
        <FormFailure>{failure}</FormFailure>
        <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-canvas py-3">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            Save
          </Button>
        </div>
      </div>
      {isWide && preview}
      <UnsavedGuard isDirty={!isBusy && !isSameJson(initial, draft)} />
    </form>
  );
}
