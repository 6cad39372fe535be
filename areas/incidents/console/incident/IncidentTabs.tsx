import { Suspense } from "react";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { CommentsTab } from "./CommentsTab.tsx";
import type { IncidentEvidence } from "../../contract/model.ts";
import { PlanTab } from "../plan/PlanTab.tsx";
import type { Incident } from "../parts/incident-query.ts";
import "#console/widgets/page-icons.ts";

// Only the first two tabs are loaded with the page, because most visits open only these.
const Timeline = lazyPart(async () => (await import("../timeline/TimelineTab.tsx")).TimelineTab);
const Postmortem = lazyPart(async () => (await import("../afterwards/PostmortemTab.tsx")).PostmortemTab);
const Replay = lazyPart(async () => (await import("../afterwards/ReplayTab.tsx")).ReplayTab);

interface IncidentTabsProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
}

/** The views of an incident. */
export function IncidentTabs({ incident, states }: IncidentTabsProps) {
  const { id, comments, hypotheses, created_at } = incident;
  // The action plan also counts evidence that is a comment.
  const evidence = hypotheses.flatMap(({ evidences }) => evidences.filter(({ type }) => type === "comment"));
  // Creating all elements is cheap, because only the selected tab is rendered.
  const views = {
    plan: (
      <Scrolled>
        <PlanTab incident={incident} states={states} />
      </Scrolled>
    ),
    comments: <CommentsTab incident={incident} states={states} />,
    timeline: (
      <Later>
        <Timeline id={id} />
      </Later>
    ),
    replay: (
      <Later>
        <Replay id={id} openedAt={created_at} />
      </Later>
    ),
    postmortem: (
      <Later>
        <Postmortem id={id} />
      </Later>
    ),
  };
  return (
    <Tabs
      label="Incident"
      tabs={[
        { value: "plan", label: "Action Plan", icon: "workflow", draw: () => views.plan },
        {
          value: "comments",
          label: "Comments",
          icon: "message-square",
          count: comments.length + evidence.length,
          draw: () => views.comments,
        },
        { value: "timeline", label: "Timeline", icon: "clock", draw: () => views.timeline },
        { value: "replay", label: "Replay", icon: "circle-play", draw: () => views.replay },
        { value: "postmortem", label: "Post-mortem", icon: "scroll-text", draw: () => views.postmortem },
      ]}
    />
  );
}

const Scrolled = ({ children }: { children: React.ReactNode }) => (
  <div className="h-full overflow-y-auto">{children}</div>
);

const Later = ({ children }: { children: React.ReactNode }) => (
  <Scrolled>
    <Suspense
      fallback={
        <div className="p-4">
          <TextSkeleton label="The tab" lines={8} />
        </div>
      }
    >
      {children}
    </Suspense>
  </Scrolled>
);
