import { Icon } from "#console/widgets/Icon.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Explained, Reason } from "../contract.ts";
import { Until } from "./Until.tsx";

const outcomes: Readonly<Record<Explained["outcome"], { meaning: Meaning; word: string; look: string }>> = {
  allowed: { meaning: "healthy", word: "Allowed", look: "text-healthy-text" },
  partly: { meaning: "warning", word: "Partly allowed", look: "text-warning-text" },
  denied: { meaning: "unhealthy", word: "Denied", look: "text-unhealthy-text" },
};

/** The decision, and every role and rule that affects it. */
export function Explanation({ explained: { outcome, because, reasons } }: { explained: Explained }) {
  const { meaning, word, look } = outcomes[outcome];
  return (
    <>
      <p className="flex items-center gap-2">
        <StatusMark meaning={meaning} size={18} />
        <span className={`text-title font-semibold ${look}`}>{word}</span>
      </p>
      <p className="mt-1 text-muted">{because}</p>
      {reasons.length > 0 && (
        <ul aria-label="Roles and rules" className="mt-4 flex flex-col">
          {reasons.map((reason) => (
            <ReasonLine key={reason.id ?? `role ${reason.name}`} reason={reason} />
          ))}
        </ul>
      )}
    </>
  );
}

function ReasonLine({ reason }: { reason: Reason }) {
  const { kind, name, effect, extent, state, until, decides } = reason;
  return (
    <li className={`flex gap-3 border-t border-line py-2 ${decides ? "" : "text-muted"}`}>
      <span className="flex h-5 items-center">
        <Icon
          name={effect === "deny" ? "ban" : "check"}
          size={14}
          className={!decides ? "text-faint" : effect === "deny" ? "text-unhealthy" : "text-healthy"}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{kind === "role" ? `Role ${name}` : name}</p>
        <p className="text-muted">
          {effect === "deny" ? "Denies" : "Allows"} {extent === "all" ? "the access" : "a part of the access"}
          {kind === "rule" && `, ${throughWords(reason)}`}
        </p>
      </div>
      <span className="shrink-0 text-right">
        {state === "expired" ? (
          <Until at={until} isOver />
        ) : state === "broken" ? (
          <span className="font-medium text-unhealthy-text">Cannot be applied</span>
        ) : decides ? (
          <span className="font-medium">Decides</span>
        ) : (
          "Overridden"
        )}
      </span>
    </li>
  );
}

function throughWords({ through: { kind, name } }: Reason): string {
  switch (kind) {
    case "person":
      return `a rule about ${name}`;
    case "everyone":
      return "a rule about everyone";
    default:
      return `a rule about the ${kind} ${name}`;
  }
}
