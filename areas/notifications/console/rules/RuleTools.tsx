import { useState } from "react";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { SendTest } from "../test/SendTest.tsx";
import { RecentEvents } from "./RecentEvents.tsx";
import { rowOf, type RuleDraft } from "./rule-spec.ts";
import { RulePreview } from "./RulePreview.tsx";

const tools = [
  { value: "preview", label: "Preview" },
  { value: "events", label: "Recent events" },
  { value: "test", label: "Test" },
] as const;
type Tool = (typeof tools)[number]["value"];

interface RuleToolsProps {
  draft: RuleDraft;
  /** The id of the stored rule, if the draft has no changes. */
  stored: string | undefined;
}

/** Tools for writing a rule: a preview for a resource, recent events, and a test message. */
export function RuleTools({ draft, stored }: RuleToolsProps) {
  const [tool, setTool] = useState<Tool>("preview");
  const { events, person_id, team_id, custom_services, properties } = rowOf(draft);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segments label="Tool" options={tools} value={tool} onChange={setTool} />
      </div>
      {/* The chosen resource is kept while another tool is shown. */}
      <div hidden={tool !== "preview"}>
        <RulePreview draft={draft} isShown={tool === "preview"} />
      </div>
      {tool === "events" && <RecentEvents events={events} />}
      {tool === "test" && (
        <SendTest
          target={
            stored === undefined
              ? { rule: { person_id, team_id, custom_services: custom_services && [...custom_services], properties } }
              : { notification_id: stored }
          }
          refusal={
            person_id === null && team_id === null && custom_services === null ? "Choose a recipient first." : undefined
          }
        >
          {stored === undefined
            ? "Sends a test message to the recipient of this draft. Nothing is saved."
            : "Sends a test message to the recipient of this rule."}
        </SendTest>
      )}
    </div>
  );
}
