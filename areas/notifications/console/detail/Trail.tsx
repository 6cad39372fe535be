import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { MessageDetail } from "../../contract.ts";
import { stepLabel, stepLink, stepMeaning } from "./trail-steps.ts";

/** The steps of the decision about a message, in order, as a timeline. The attempts have their own list. */
export function Trail({ message }: { message: MessageDetail }) {
  const steps = message.attempts.length === 0 ? message.trail : message.trail.filter(({ step }) => step !== "attempt");
  if (message.trail.length === 0)
    return (
      <p className="text-muted">
        No steps are recorded for this message, because it was created by an earlier version of Quarterdeck.
      </p>
    );
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => {
        const link = stepLink(step);
        return (
          <li key={index} className="relative flex gap-3 pb-3 last:pb-0">
            <Mark meaning={stepMeaning(step)} isLast={index === steps.length - 1} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{stepLabel(step.step)}</span>
                <span className="text-meta text-muted **:data-millis:hidden">
                  <Timestamp at={step.at} format="timestamp" />
                </span>
              </p>
              <p className="text-muted wrap-anywhere">
                {step.text}{" "}
                {link && (
                  <AddressLink href={link.href} className="text-link underline">
                    {link.label}
                  </AddressLink>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The icon of a step, with a line to the next step. */
const Mark = ({ meaning, isLast }: { meaning: Meaning; isLast: boolean }) => (
  <span className="flex flex-col items-center">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    {!isLast && <span aria-hidden className="absolute top-5 bottom-0 w-px bg-line" />}
  </span>
);
