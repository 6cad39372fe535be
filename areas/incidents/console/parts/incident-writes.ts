// Writes incidents and their parts. The server sets the author of each row, even though clients of the documented API
// also send the author.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { track } from "#console/analytics.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { isSignedOut } from "#console/client/http.ts";
import { isAbout } from "#console/client/query.ts";
import { db } from "#console/client/rows.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Tables } from "#generated/tables.ts";

type Insert<Table extends keyof Tables> = Tables[Table] extends { Insert: infer Row } ? Row : never;

export type NewIncident = Pick<
  Insert<"incidents">,
  "title" | "description" | "severity" | "type" | "status" | "created_by"
>;
export type NewHypothesis = Pick<
  Insert<"hypotheses">,
  "incident_id" | "title" | "type" | "status" | "parent_id" | "created_by"
>;
export type NewEvidence = Omit<Insert<"evidences">, "id" | "created_at" | "updated_at">;

/** Returns the id of the new incident. */
export async function createIncident(incident: NewIncident): Promise<string> {
  const { created_by } = incident;
  const { data } = await db
    .from("incidents")
    .insert({ ...incident, commander_id: created_by, communicator_id: created_by })
    .select("id")
    .single()
    .throwOnError();
  track("CreatedIncident");
  return data.id;
}

export async function createHypothesis(hypothesis: NewHypothesis): Promise<string> {
  const { data } = await db.from("hypotheses").insert(hypothesis).select("id").single().throwOnError();
  return data.id;
}

export async function attachEvidence(evidence: NewEvidence): Promise<string> {
  const { data } = await db.from("evidences").insert(evidence).select("id").single().throwOnError();
  track("AttachEvidenceToIncident");
  if (evidence.definition_of_done) track("AddedDoDToIncident");
  return data.id;
}

export async function changeEvidence(
  id: string,
  change: Partial<
    Pick<NewEvidence, "definition_of_done" | "done" | "script" | "description" | "evidence" | "hypothesis_id">
  >,
): Promise<void> {
  await db.from("evidences").update(change).eq("id", id).throwOnError();
  if (change.definition_of_done) track("AddedDoDToIncident");
}

export async function deleteEvidence(id: string): Promise<void> {
  await db.from("evidences").delete().eq("id", id).throwOnError();
}

export async function changeHypothesis(
  id: string,
  change: Partial<Pick<NewHypothesis, "title" | "status" | "parent_id" | "type">>,
): Promise<void> {
  await db.from("hypotheses").update(change).eq("id", id).throwOnError();
}

/** Deletes a hypothesis with its comments and evidence. */
export async function deleteHypothesis(id: string): Promise<void> {
  await db.from("comments").delete().eq("hypothesis_id", id).throwOnError();
  await db.from("evidences").delete().eq("hypothesis_id", id).throwOnError();
  await db.from("hypotheses").delete().eq("id", id).throwOnError();
}

export async function addComment(
  comment: Pick<Insert<"comments">, "incident_id" | "hypothesis_id" | "comment" | "created_by">,
): Promise<void> {
  await db.from("comments").insert(comment).throwOnError();
}

type IncidentChange = Partial<
  Pick<Tables["incidents"]["Row"], "title" | "description" | "status" | "severity" | "type" | "commander_id">
>;

/** If a version is passed, the write fails with 412 if another person has changed the incident since then. */
export async function changeIncident(id: string, change: IncidentChange, version?: string): Promise<void> {
  const write = db.from("incidents").update(change).eq("id", id);
  if (version !== undefined) write.setHeader("If-Match", JSON.stringify(version));
  await write.throwOnError();
}

/** The relations whose rows the incident pages show. */
export const incidentRelations = [
  "incidents",
  "hypotheses",
  "evidences",
  "comments",
  "responders",
  "incident_histories",
] as const;

const readers = new Set<string>([
  ...incidentRelations,
  "incident_summary",
  "incidents_by_component",
  "incidents_by_config",
]);

/** Refetches all incident lists and pages, without waiting for the live stream. */
export const refreshIncidents = (cache: QueryClient) =>
  cache.invalidateQueries({ predicate: (query) => [...readers].some((relation) => isAbout(query, relation)) });

interface Messages {
  done?: string;
  /** The start of the error message; the reason follows it. */
  failed?: string;
}

/** Returns a function that runs a write, reports its result and refreshes the page. It resolves to false on failure. */
export function useIncidentWrite() {
  const cache = useQueryClient();
  return async (write: () => Promise<unknown>, { done, failed }: Messages = {}): Promise<boolean> => {
    try {
      await write();
      if (done !== undefined) toast.success(done);
      return true;
    } catch (error) {
      reportFailure(error, failed);
      return false;
    } finally {
      await refreshIncidents(cache);
    }
  };
}

/** Shows why a write failed. */
export function reportFailure(error: unknown, failed?: string) {
  if (isAborted(error) || isSignedOut(error)) return;
  toast.error(failed === undefined ? messageOf(error) : `${failed}: ${messageOf(error)}`);
}
