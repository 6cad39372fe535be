import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { callOptions } from "#console/client/call.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { type Suggestion, suggestions } from "../../contract/automation.ts";
import { evidenceTypes, isOver } from "../parts/incident-words.ts";
import { attachEvidence, createHypothesis, useIncidentWrite } from "../parts/incident-writes.ts";

/** Suggestions are not refetched on every live event: the search for causes is slow, and checks run often. */
const FOLLOWED = {
  relations: ["evidences", "checks", "components", "config_items", "config_changes"],
  everyMs: 10_000,
};
const NOTHING = { relations: [] };
const SHOWN = 3;

/** Probable causes and the changes just before them, found from the evidence. One click attaches a suggestion. */
export function Suggested({ incident }: { incident: Incident }) {
  const mayWrite = useActor().can("write", "incident");
  const isEnabled =
    mayWrite && !isOver(incident.status) && incident.hypotheses.some(({ evidences }) => evidences.length > 0);
  const found = useQuery({
    ...callOptions(suggestions, { params: { id: incident.id } }),
    enabled: isEnabled,
    retry: false,
  });
  useFollowed(found, isEnabled ? FOLLOWED : NOTHING);
  const [areAllShown, setAllShown] = useState(false);
  const all = isEnabled ? (found.data ?? []) : [];
  // Suggestions are optional, so an empty or failed search shows nothing.
  if (all.length === 0) return null;
  const shown = areAllShown ? all : all.slice(0, SHOWN);
  return (
    <section aria-label="Suggested" className="min-w-0 rounded-md border border-line bg-surface">
      <h2 className="flex min-h-9 items-center gap-2 px-3 font-medium">
        <Icon name="lightbulb" size={14} className="text-muted" />
        Suggested
      </h2>
      <ul className="flex flex-col">
        {shown.map((suggestion) => (
          <Row key={suggestion.id} suggestion={suggestion} incident={incident} />
        ))}
      </ul>
      {all.length > SHOWN && (
        <Button look="quiet" className="m-1" onClick={() => setAllShown(!areAllShown)}>
          {areAllShown ? "Show less" : `Show ${all.length - SHOWN} more`}
        </Button>
      )}
    </section>
  );
}

function Row({ suggestion, incident }: { suggestion: Suggestion; incident: Incident }) {
  const { title, reason, hypothesis, evidence } = suggestion;
  const { user } = useActor();
  const write = useIncidentWrite();
  const [isBusy, setBusy] = useState(false);
  const attach = async () => {
    setBusy(true);
    await write(
      async () => {
        const root = incident.hypotheses.find(({ type }) => type === "root");
        const same = incident.hypotheses.find((known) => known.title === hypothesis.title);
        const hypothesis_id =
          same?.id ??
          (await createHypothesis({
            incident_id: incident.id,
            title: hypothesis.title,
            type: hypothesis.type,
            status: "possible",
            created_by: user.id,
            ...(hypothesis.type === "factor" && root && { parent_id: root.id }),
          }));
        await attachEvidence({
          type: evidence.type,
          config_id: evidence.config_id ?? null,
          config_change_id: evidence.config_change_id ?? null,
          config_analysis_id: evidence.config_analysis_id ?? null,
          component_id: evidence.component_id ?? null,
          check_id: evidence.check_id ?? null,
          evidence: {},
          hypothesis_id,
          created_by: user.id,
        });
      },
      { done: "Attached as evidence", failed: "The suggestion was not attached" },
    );
    setBusy(false);
  };
  return (
    <li className="flex min-w-0 items-center gap-3 border-t border-line px-3 py-1.5">
      <Icon name={evidenceTypes[evidence.type].icon} size={14} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        <span className="line-clamp-2 text-muted wrap-anywhere">{reason}</span>
      </span>
      <Button isBusy={isBusy} aria-label={`Attach ${title}`} onClick={() => void attach()}>
        Attach
      </Button>
    </li>
  );
}
