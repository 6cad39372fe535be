import { countOf } from "#console/resources/save-warnings.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { placedUnknownField } from "#language/unknown-fields.ts";
import { type NamedCheck, useMisspeltChecks, useUnknownFields } from "./unknown-fields.ts";

/** Marks a check with unknown fields next to its name; the tooltip lists them. */
export function UnknownMark({ check }: { check: NamedCheck }) {
  const fields = useUnknownFields(check);
  if (fields.length === 0) return null;
  return <Mark words={countOf(fields.length)} more={fields.map((field) => placedUnknownField(field))} />;
}

/** The same mark for a group, whose checks may be collapsed. */
export function UnknownGroupMark({ checks }: { checks: readonly NamedCheck[] }) {
  const count = useMisspeltChecks(checks);
  if (count === 0) return null;
  return (
    <Mark words={`${count.toLocaleString("en")} ${count === 1 ? "check" : "checks"} with unknown fields`} more={[]} />
  );
}

const Mark = ({ words, more }: { words: string; more: readonly string[] }) => (
  <span title={[words, ...more].join("\n")} className="inline-flex shrink-0">
    <StatusMark meaning="warning" size={13} />
    <span className="sr-only">{words}</span>
  </span>
);
