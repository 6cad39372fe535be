// The unknown fields of a stored resource, on its page.
import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { type UnknownField, unknownFieldsOf, unknownFieldText } from "#language/unknown-fields.ts";
import { countOf } from "./save-warnings.ts";

export const unknownFieldsQuery = (table: string, id: string) =>
  callOptions(unknownFieldsOf, { params: { table }, query: { id } }, { relations: [table] });

/** Renders nothing if all fields are known. */
export function UnknownFields({ table, id }: { table: string; id: string }) {
  const [found] = useQuery(unknownFieldsQuery(table, id)).data ?? [];
  return found ? <UnknownFieldList fields={found.fields} /> : null;
}

export const UnknownFieldList = ({ fields }: { fields: readonly UnknownField[] }) => (
  <div role="note" className="flex items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning="warning" />
    </span>
    <div className="min-w-0 flex-1">
      <p>
        <span className="font-medium">{countOf(fields.length)}</span>{" "}
        <span className="text-muted">
          {fields.length === 1 ? "It is kept and has no effect." : "They are kept and have no effect."}
        </span>
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {fields.map((field) => (
          <li key={field.path.join(".")} className="wrap-anywhere">
            <code className="font-mono text-[13px]">{field.path.join(".")}</code>{" "}
            <span className="text-muted">{unknownFieldText(field)}</span>
          </li>
        ))}
      </ul>
    </div>
  </div>
);
