import { useId, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { MomentField } from "#console/widgets/form/fields/MomentField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { DAY, HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import { type ChosenCheck, useChangeChecks } from "./change-checks.ts";

interface PauseDialogProps {
  checks: readonly ChosenCheck[];
  isOpen: boolean;
  close: () => void;
  /** Called once checks were paused. */
  onPaused?: () => void;
}

const lengths = [
  { value: "hour", label: "1 hour", millis: HOUR },
  { value: "day", label: "1 day", millis: DAY },
  { value: "resumed", label: "Until resumed", millis: undefined },
  { value: "moment", label: "Until a time", millis: undefined },
] as const;
type Length = (typeof lengths)[number]["value"];

/** Asks for the end and the reason of a pause. */
export function PauseDialog({ checks, isOpen, close, onPaused }: PauseDialogProps) {
  const { pause, isBusy } = useChangeChecks();
  const [length, setLength] = useState<Length>("hour");
  const [moment, setMoment] = useState<string | undefined>(() =>
    new Date(Math.ceil((Date.now() + HOUR) / (5 * MINUTE)) * 5 * MINUTE).toISOString(),
  );
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const form = useId();

  const send = async () => {
    const millis = lengths.find(({ value }) => value === length)?.millis;
    const until = length === "moment" ? (moment ?? "") : millis ? new Date(Date.now() + millis).toISOString() : null;
    const wrong = until !== null && !(Date.parse(until) > Date.now()) ? "Choose a time in the future" : undefined;
    setProblem(wrong);
    if (wrong !== undefined || isBusy) return;
    const outcome = await pause(checks, { until, reason: reason?.trim() || null });
    if (!outcome) return;
    close();
    if (outcome.done.length > 0) onPaused?.();
  };
  const title =
    checks.length === 1 ? `Pause ${checks[0]!.name}?` : `Pause ${checks.length.toLocaleString("en")} checks?`;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title={title}
      description="A paused check is not run, sends no alerts, and is not counted as passing or failing."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" form={form} isBusy={isBusy}>
            Pause
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div>
          <span aria-hidden className="mb-1 block font-medium">
            For
          </span>
          <Segments label="For" value={length} onChange={setLength} options={lengths} />
        </div>
        {length === "moment" && (
          <MomentField
            label="Until"
            value={moment}
            onChange={(next) => {
              setMoment(next);
              setProblem(undefined);
            }}
            isRequired
            error={problem}
          />
        )}
        <TextField label="Reason" value={reason} onChange={setReason} help="Shown to everyone who views the check" />
      </form>
    </Dialog>
  );
}
