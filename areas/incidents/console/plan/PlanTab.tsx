import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { Incident } from "../parts/incident-query.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { Suggested } from "../suggest/Suggested.tsx";
import { dropPlace } from "./DragHandle.tsx";
import { HypothesisNode, useNewHypothesis } from "./HypothesisNode.tsx";
import { treeOf } from "./hypothesis-tree.ts";
import { useMoving } from "./use-moving.ts";

/** Whether all hypotheses are expanded. */
const planUrl = urlState({ comments: oneOf(["false", "true"], "false") });

interface PlanTabProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
}

/** The tree of hypotheses with their evidence, and suggestions for further evidence. */
export function PlanTab({ incident, states }: PlanTabProps) {
  const mayWrite = useActor().can("write", "incident");
  const [{ comments }, change] = useUrl(planUrl);
  const areAllOpen = comments === "true";
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isAdding, setAdding] = useState(false);
  const NewHypothesis = useNewHypothesis(isAdding, () => setAdding(false));
  const tree = useMemo(() => treeOf(incident.hypotheses), [incident.hypotheses]);
  const moving = useMoving(incident.hypotheses);
  const plan = {
    incident,
    states,
    moving,
    isOpen: (id: string) => chosen.get(id) ?? areAllOpen,
    setOpen: (id: string, isOpen: boolean) => setChosen((before) => new Map(before).set(id, isOpen)),
  };
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        {/* Roots are always open. */}
        {tree.some(({ children }) => children.length > 0) && (
          <Button
            icon={areAllOpen ? "chevron-up" : "chevron-down"}
            onClick={() => {
              setChosen(new Map());
              void change({ comments: areAllOpen ? "false" : "true" }, { replace: true });
            }}
          >
            {areAllOpen ? "Collapse All" : "Expand All"}
          </Button>
        )}
        {mayWrite && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add hypothesis
          </Button>
        )}
      </div>
      <Suggested incident={incident} />
      {tree.length === 0 ? (
        <p className="py-10 text-center text-muted">
          No hypothesis yet. A hypothesis is a possible cause, and collects the evidence for or against it.
        </p>
      ) : (
        <ul aria-label="Hypotheses" className="flex min-w-0 flex-col gap-4">
          {tree.map((branch) => (
            <HypothesisNode key={branch.hypothesis.id} branch={branch} plan={plan} />
          ))}
        </ul>
      )}
      {/* Placed below the tree, so that nothing moves under the pointer when dragging starts. */}
      {moving.canDrop(null) && (
        <p
          {...dropPlace(moving, null)}
          className="rounded-md px-3 py-2 text-center text-muted outline-2 outline-accent outline-dashed"
        >
          Drop it here to make it a root
        </p>
      )}
      {NewHypothesis && (
        <NewHypothesis
          isOpen={isAdding}
          incidentId={incident.id}
          parent={undefined}
          type="root"
          title="Create Hypothesis"
          onCreated={() => {}}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
