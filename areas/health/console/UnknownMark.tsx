import { countOf } from "#console/resources/save-warnings.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { placedUnknownField } from "#language/unknown-fields.ts";
import { useUnknownFields } from "./unknown-fields.ts";

/** Beside the name of a check with unknown fields; they are listed when it is pointed at. */
export function UnknownMark({ check }: { check: Parameters<typeof useUnknownFields>[0] }) {
  const fields = useUnknownFields(check);
  if (fields.length === 0) return null;
  return (
    <span
      title={[countOf(fields.length), ...fields.map((field) => placedUnknownField(field))].join("\n")}
      className="inline-flex shrink-0"
    >
      <StatusMark meaning="warning" size={13} />
      <span className="sr-only">{countOf(fields.length)}</span>
    </span>
  );
}
