// The options of the link dialog: incidents by title, the newest first, and the hypotheses of an incident.
import { queryOptions } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import type { Option, OptionSource } from "#console/widgets/form/option-source.ts";
import { capitalise } from "#lib/text/words.ts";
import { newOption, readChoice, withNewOption } from "./new-choice.ts";

const MAX_OPTIONS = 50;

interface FoundIncident {
  id: string;
  incident_id: string;
  title: string;
  status: string;
}

interface FoundHypothesis {
  id: string;
  title: string;
  status: string;
}

/** PostgREST reads `*` as a wildcard; the other special characters are escaped. */
const containing = (text: string) =>
  text.trim() === "" ? {} : { title: `ilike.*${text.trim().replaceAll(/[\\%_*]/g, String.raw`\$&`)}*` };

const incidentOption = ({ id, incident_id, title, status }: FoundIncident): Option => ({
  value: id,
  label: title,
  hint: `${incident_id} · ${capitalise(status)}`,
});

export const incidentSource: OptionSource = {
  key: ["incidents", "link"],
  async find(text, signal) {
    const found = await http<FoundIncident[]>("GET", "/api/db/incidents", {
      query: {
        order: "created_at.desc",
        ...containing(text),
        select: "id,incident_id,title,status,severity,type,hypotheses(id,type)",
        limit: MAX_OPTIONS,
      },
      signal,
    });
    return withNewOption(found.map(incidentOption), text, "New incident");
  },
  async get(value, signal) {
    const choice = readChoice(value);
    if (choice?.kind !== "stored") return choice && newOption(choice.title, "New incident");
    const found = await http<FoundIncident[]>("GET", "/api/db/incidents", {
      query: { id: `eq.${choice.id}`, select: "id,incident_id,title,status" },
      signal,
    });
    return found.map(incidentOption)[0];
  },
};

const hypothesisOption = ({ id, title, status }: FoundHypothesis): Option => ({
  value: id,
  label: title,
  hint: capitalise(status),
});

const findHypotheses = (incidentId: string, more: Readonly<Record<string, string>>, signal: AbortSignal) =>
  http<FoundHypothesis[]>("GET", "/api/db/hypotheses", {
    query: {
      order: "created_at.desc",
      ...more,
      incident_id: `eq.${incidentId}`,
      select: "id,title,status",
      limit: MAX_OPTIONS,
    },
    signal,
  });

/** Without a stored incident only a new hypothesis can be chosen. */
export const hypothesisSource = (incidentId: string | undefined): OptionSource => ({
  key: ["hypotheses", "link", incidentId ?? ""],
  async find(text, signal) {
    const found = incidentId === undefined ? [] : await findHypotheses(incidentId, containing(text), signal);
    return withNewOption(found.map(hypothesisOption), text, "New hypothesis");
  },
  async get(value, signal) {
    const choice = readChoice(value);
    if (choice?.kind !== "stored") return choice && newOption(choice.title, "New hypothesis");
    if (incidentId === undefined) return undefined;
    return (await findHypotheses(incidentId, { id: `eq.${choice.id}` }, signal)).map(hypothesisOption)[0];
  },
});

/**
 * The only hypothesis of an incident, or null. It is read once per chosen incident, so that a change while the dialog
 * is open does not replace the person's choice.
 */
export const onlyHypothesis = (incidentId: string | undefined) =>
  queryOptions({
    queryKey: ["link dialog", "only hypothesis", incidentId ?? ""],
    queryFn: async ({ signal }) => {
      const found = await findHypotheses(incidentId!, {}, signal);
      return found.length === 1 ? found[0]!.id : null;
    },
    enabled: incidentId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
