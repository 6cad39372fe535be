// Adds a comment to the page at once, and removes it if it cannot be stored.
import { useQueryClient } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { type Incident, oneIncident } from "../parts/incident-query.ts";
import { addComment, refreshIncidents, reportFailure } from "../parts/incident-writes.ts";

export function useSendComment(incidentId: string) {
  const cache = useQueryClient();
  const { user } = useActor();
  const { queryKey } = oneIncident(incidentId);
  return async (comment: string, hypothesisId: string): Promise<boolean> => {
    const shown: Incident["comments"][number] = {
      id: `sending ${crypto.randomUUID()}`,
      comment,
      created_at: new Date().toISOString(),
      external_created_by: null,
      hypothesis_id: hypothesisId,
      created_by: { id: user.id, name: user.name, avatar: user.avatar },
      responder: null,
    };
    const change = (comments: (before: Incident["comments"]) => Incident["comments"]) =>
      cache.setQueryData(queryKey, (incident) => incident && { ...incident, comments: comments(incident.comments) });
    change((before) => [...before, shown]);
    try {
      await addComment({ created_by: user.id, incident_id: incidentId, hypothesis_id: hypothesisId, comment });
      return true;
    } catch (error) {
      change((before) => before.filter(({ id }) => id !== shown.id));
      reportFailure(error, "The comment was not saved");
      return false;
    } finally {
      await refreshIncidents(cache);
    }
  };
}
