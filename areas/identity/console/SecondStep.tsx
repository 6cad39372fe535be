import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { LoginFlow, NodeGroup } from "../model.ts";
import { FlowForm } from "./FlowForm.tsx";
import type { FlowValues } from "./flow-values.ts";
import { stepsInOrder } from "./second-steps.ts";
import { whyNoKeys } from "./security-keys.ts";

interface SecondStepProps {
  flow: LoginFlow;
  groups: readonly NodeGroup[];
  isBusy: boolean;
  submit: (values: FlowValues) => void;
}

const linkWords: Readonly<Partial<Record<NodeGroup, string>>> = {
  webauthn: "Use a security key instead",
  passkey: "Use a passkey instead",
  totp: "Use your authenticator app instead",
  code: "Use a code by email instead",
  lookup_secret: "Use a recovery code instead",
};

/** The code is large and spaced, because people copy it digit by digit from another screen. */
const codeLook =
  "[&_input[autocomplete=one-time-code]]:h-12 [&_input[autocomplete=one-time-code]]:text-center [&_input[autocomplete=one-time-code]]:font-mono [&_input[autocomplete=one-time-code]]:text-[1.5rem] [&_input[autocomplete=one-time-code]]:tracking-[0.4em]";

/** The code of an authenticator app is complete with its sixth digit. */
function submitWholeCode({ target }: SyntheticEvent) {
  if (!(target instanceof HTMLInputElement) || target.name !== "totp_code" || !/^\d{6}$/.test(target.value)) return;
  target.form?.requestSubmit(target.form.querySelector<HTMLButtonElement>("button[name=method]"));
}

/** The second step of sign-in. The best method is shown first, and a link switches to each other method. */
export function SecondStep({ flow, groups, isBusy, submit }: SecondStepProps) {
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<NodeGroup>();
  const steps = stepsInOrder(groups, { active: flow.active, canUseKeys: whyNoKeys() === undefined });
  const shown = chosen !== undefined && steps.includes(chosen) ? chosen : steps[0];

  // The clicked link disappears, so the focus moves to the form that replaces it.
  useEffect(() => {
    if (chosen) area.current?.querySelector<HTMLElement>("input:not([type=hidden]), button")?.focus();
  }, [chosen]);

  if (shown === undefined) return null;
  return (
    <div ref={area} className={`flex flex-col gap-4 ${codeLook}`} onInput={submitWholeCode}>
      <FlowForm key={shown} flow={flow} groups={[shown]} isBusy={isBusy} submit={submit} />
      {steps.length > 1 && (
        <ul aria-label="Other ways" className="flex flex-col items-start gap-1">
          {steps
            .filter((step) => step !== shown)
            .map((step) => (
              <li key={step}>
                <button
                  type="button"
                  onClick={() => setChosen(step)}
                  className="min-h-6 font-medium text-link hover:underline"
                >
                  {linkWords[step] ?? "Use another way"}
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
