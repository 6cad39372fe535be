import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { connectionsFor, referenceOf } from "../connection-reference.ts";
import type { FieldProps } from "../Field.tsx";
import { SuggestField } from "./SuggestField.tsx";

/** As many as anybody looks through. */
const MOST = 500;

const storedConnections = rows(["connections_list", "choices"], () => choices(), { of: ["connections"] });
const choices = () =>
  db.from("connections_list").select("id,name,namespace,type").order("name").order("namespace").limit(MOST);

/** How another system is reached: one of the stored connections, or an address that is written down here. */
export function ConnectionField(field: FieldProps<string>) {
  const { value } = field;
  const [isAsked, setAsked] = useState(false);
  const stored = useQuery({ ...storedConnections, enabled: isAsked });
  const suggestions = useMemo(
    () =>
      connectionsFor(stored.data ?? [], value).map((connection) => ({
        value: referenceOf(connection),
        label: connection.name,
        hint: `${connection.namespace}, ${connection.type}`,
        picture: <TechnologyIcon name={connection.type} className="text-muted" />,
      })),
    [stored.data, value],
  );
  return (
    <SuggestField
      {...field}
      suggestions={suggestions}
      onOpenChange={(isOpen) => isOpen && setAsked(true)}
      empty={
        stored.isFetching
          ? "Reading the stored connections"
          : stored.data?.length === 0
            ? "No connection is stored yet"
            : "No stored connection fits"
      }
    />
  );
}
