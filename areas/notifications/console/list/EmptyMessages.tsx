import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { countOf } from "#lib/text/words.ts";
import { ruleCount } from "../rules/rules-query.ts";

/** Why there are no messages, and the next step. */
export function EmptyMessages() {
  const mayWrite = useActor().can("write", "notifications");
  const rules = useQuery(ruleCount).data;
  if (rules === undefined) return null;
  if (rules > 0)
    return (
      <p>
        No event has matched{" "}
        <AddressLink href="/notifications/rules" className="text-link underline">
          {countOf(rules, "rule", "rules")}
        </AddressLink>{" "}
        yet.
      </p>
    );
  return (
    <>
      <p>No rule sends messages about events yet.</p>
      {mayWrite && (
        <AddressLink href="/notifications/rules?add=true" className="text-link hover:underline">
          Add Notification
        </AddressLink>
      )}
    </>
  );
}
