import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Html, Markdown } from "#console/widgets/text/Formatted.tsx";
import { previewRule, type RulePreview as Preview } from "../../rules.contract.ts";
import { bodyOf } from "../detail/message-body.ts";
import { channelAfter } from "../parts/channels.ts";
import { searchedWords } from "../parts/message-filters.ts";
import { kindOfEvent, type PreviewedKind } from "./event-names.ts";
import { rowOf, type RuleDraft } from "./rule-spec.ts";

const kinds = [
  { value: "check", label: "Check" },
  { value: "config", label: "Catalog" },
  { value: "component", label: "Component" },
] as const;
const searched = { check: "checks", config: "configs", component: "components" } as const;

/** The delay between the last keystroke and the preview. */
const DELAY_MS = 400;

/** The message that the draft would send about a chosen resource. */
export function RulePreview({ draft, isShown }: { draft: RuleDraft; isShown: boolean }) {
  const events = draft.spec.events ?? [];
  const [chosenKind, setKind] = useState<PreviewedKind>();
  const kind = chosenKind ?? events.map(kindOfEvent).find((found) => found !== undefined) ?? "check";
  const [id, setId] = useState<string>();
  const ofKind = events.filter((event) => kindOfEvent(event) === kind);
  const [chosenEvent, setEvent] = useState<string>();
  const event = ofKind.find((name) => name === chosenEvent) ?? ofKind[0];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <div>
          <Segments
            label="Kind of resource"
            options={kinds}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setId(undefined);
            }}
          />
        </div>
        <ResourceField
          key={kind}
          kind={searched[kind]}
          label="Preview for"
          help=""
          value={id}
          onChange={setId}
          placeholder={`Search ${searchedWords[kind]}`}
        />
        {ofKind.length > 1 && (
          <SelectField
            label="Event"
            isRequired
            options={ofKind.map((value) => ({ value }))}
            value={event}
            onChange={setEvent}
          />
        )}
      </div>
      {id === undefined ? (
        <p className="text-muted">Choose a resource to see the message that the rule would send about it.</p>
      ) : (
        <Previewed draft={draft} kind={kind} id={id} event={event} isShown={isShown} />
      )}
    </div>
  );
}

interface PreviewedProps {
  draft: RuleDraft;
  kind: PreviewedKind;
  id: string;
  event: string | undefined;
  isShown: boolean;
}

function Previewed({ draft, kind, id, event, isShown }: PreviewedProps) {
  const { events, filter, title, template, properties, custom_services, person_id, team_id } = rowOf(draft);
  const rule = { events, filter, title, template, properties, custom_services, person_id, team_id };
  const settled = useSettled(JSON.stringify(rule), DELAY_MS);
  const found = useQuery({
    queryKey: ["notification preview", kind, id, event, settled],
    queryFn: ({ signal }) =>
      ask(
        previewRule,
        {
          body: {
            rule: JSON.parse(settled) as typeof rule,
            resource: { kind, id },
            ...(event !== undefined && { event }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: isShown,
    staleTime: 0,
    retry: false,
  });
  return (
    <section aria-label="Preview" aria-busy={found.isFetching} className="flex min-w-0 flex-col gap-3">
      {found.isError ? (
        <Line meaning="unhealthy">{messageOf(found.error, "The preview could not be loaded.")}</Line>
      ) : found.data ? (
        <Result preview={found.data} hasFilter={filter !== null} />
      ) : (
        <TextSkeleton label="Preview" lines={6} />
      )}
    </section>
  );
}

const Line = ({ meaning, children }: { meaning: "healthy" | "unhealthy" | "unknown"; children: React.ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
  </p>
);

const recipientText = (recipient: { name: string; channel: string }) => {
  const channel = channelAfter(recipient);
  return channel === undefined ? recipient.name : `${recipient.name} (${channel})`;
};

function Result({ preview, hasFilter }: { preview: Preview; hasFilter: boolean }) {
  const { matches, filter_value: value, title, body, recipients, error } = preview;
  const shown = bodyOf(body);
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        {error !== undefined ? (
          <Line meaning="unhealthy">{error}</Line>
        ) : matches ? (
          <Line meaning="healthy">The rule sends this message.</Line>
        ) : (
          <Line meaning="unknown">
            The rule ignores this event
            {hasFilter ? `, because the filter is ${JSON.stringify(value) ?? "undefined"}.` : "."}
          </Line>
        )}
      </div>
      {recipients.length > 0 && (
        <p className="text-muted wrap-anywhere">To {recipients.map(recipientText).join(", ")}</p>
      )}
      {(title !== "" || body !== "") && (
        <div className="min-w-0 rounded-md border border-line bg-surface wrap-anywhere">
          <p className="border-b border-line px-3 py-2 font-medium">{title}</p>
          <div className="p-3">
            {shown.language === "html" ? <Html text={shown.text} /> : <Markdown text={shown.text} />}
          </div>
        </div>
      )}
    </>
  );
}
