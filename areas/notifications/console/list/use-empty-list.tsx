import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { countOf } from "#lib/text/words.ts";
import { ruleCount } from "../rules/rules-query.ts";

/** Explains why there are no messages, and offers the next step. */
export function useEmptyList() {
  const mayWrite = useActor().can("write", "notifications");
  const rules = useQuery(ruleCount).data;
  if (rules === undefined) return {};
  if (rules === 0)
    return {
      emptyDetail: "No rule sends messages about events yet.",
      emptyAction: mayWrite && (
        <ButtonLink href="/notifications/rules?add=true" icon="plus">
          Add Notification Rule
        </ButtonLink>
      ),
    };
  return {
    emptyDetail: (
      <>
        No event has matched{" "}
        <AddressLink href="/notifications/rules" className="text-link underline">
          {countOf(rules, "rule", "rules")}
        </AddressLink>{" "}
        yet.
      </>
    ),
  };
}
