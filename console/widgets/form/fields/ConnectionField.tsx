import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { db, rows } from "#console/client/rows.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { connectionsFor, referenceOf, type StoredConnection } from "../connection-reference.ts";
import type { FieldProps } from "../Field.tsx";
import { SuggestField } from "./SuggestField.tsx";

const MAX_CONNECTIONS = 500;

const storedConnections = rows(["connections_list", "choices"], () => choices(), { of: ["connections"] });
const choices = () =>
  db.from("connections_list").select("id,name,namespace,type").order("name").order("namespace").limit(MAX_CONNECTIONS);

interface ConnectionFieldProps extends FieldProps<string> {
  /** The accepted types; undefined accepts all. */
  types?: readonly string[] | undefined;
}

/** A field for a stored connection or a literal address. */
export function ConnectionField({ types, ...field }: ConnectionFieldProps) {
  const { value } = field;
  const [wasOpened, setOpened] = useState(false);
  const stored = useQuery({ ...storedConnections, enabled: wasOpened });
  const suggestions = useMemo(
    () =>
      connectionsFor(stored.data ?? [], { typed: value, types }).map((connection) => ({
        value: referenceOf(connection),
        label: connection.name,
        hint: `${connection.namespace}, ${connection.type}`,
        picture: <TechnologyIcon name={connection.type} className="text-muted" />,
      })),
    [stored.data, value, types],
  );
  return (
    <SuggestField
      {...field}
      suggestions={suggestions}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      empty={whyNone(stored, { value, types })}
    />
  );
}

interface ConnectionsQuery {
  isFetching: boolean;
  error: unknown;
  data: readonly StoredConnection[] | undefined;
}

function whyNone(
  { isFetching, error, data }: ConnectionsQuery,
  { value, types }: Pick<ConnectionFieldProps, "value" | "types">,
) {
  if (isFetching) return "Loading the stored connections";
  if (!data) return `The stored connections could not be loaded. ${messageOf(error)}`;
  if (data.length === 0) return "No connection is stored yet";
  if (types && (value ?? "") === "") return `No connection of the type ${eitherOf(types)} is stored yet`;
  return "No stored connection matches";
}

/** "git, github or gitlab" */
const eitherOf = (types: readonly string[]) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(types);
