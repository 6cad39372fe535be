import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { printSearch } from "#console/url/search.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { useChangedValues } from "../changes/changed-values.ts";
import { configPath } from "../parts/config-path.ts";
import { lastChanges, tellingChange } from "./item-query.ts";

/**
 * Shows the last significant change of an item and its age, because people look for recent changes first when something
 * fails.
 */
export function LastChange({ id }: { id: string }) {
  const { data } = useQuery(lastChanges(id));
  const change = useMemo(() => tellingChange(data ?? []), [data]);
  const values = useChangedValues(useMemo(() => (change ? [change] : []), [change]));
  if (!change) return null;
  const { change_type, summary, external_created_by, created_at } = change;
  const isOfDocument = change_type === "diff";
  const happened = [summary, values.get(change.id)].filter(Boolean).join(" ");
  const words = [isOfDocument ? undefined : change_type, happened, external_created_by].filter(Boolean).join(" · ");
  return (
    <AddressLink
      href={`${configPath(id)}${printSearch({ change: change.id })}`}
      title={words}
      className="line-clamp-2 max-w-full wrap-anywhere hover:text-link hover:underline"
    >
      {isOfDocument ? "Config changed" : "Event"} <Elapsed since={created_at} /> ago{words && `: ${words}`}
    </AddressLink>
  );
}
