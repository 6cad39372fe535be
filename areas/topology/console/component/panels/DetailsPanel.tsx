import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { text as textParam, urlState, useUrl } from "#console/url/url-state.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { CostCell } from "#console/widgets/cost/CostCell.tsx";
import { knownCosts } from "#console/widgets/cost/cost.ts";
import { GroupedLabels } from "#console/widgets/labels/GroupedLabels.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { localAgent } from "#language/local-agent.ts";
import type { Topology } from "../../../model.ts";
import { typePath } from "../../card/card-links.ts";
import { ancestorIds, componentPath } from "../../card/component-path.ts";
import { shownProperties } from "../../card/property-value.ts";
import { agentOf, namesOf, topologyOf } from "../../parts/component-query.ts";
import { ComponentStatus } from "../../parts/ComponentStatus.tsx";
import { GroupedProperties } from "./GroupedProperties.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";

/** The component that the user came from. */
const refererUrl = urlState({ refererId: textParam() });

/** The fields, properties and labels of a component. */
export const DetailsPanel = ({ component }: { component: Topology }) => (
  <SidePanel value="details" title="Details" icon="list-checks">
    <Details component={component} />
  </SidePanel>
);

function Details({ component }: { component: Topology }) {
  const { name, text, type, namespace, labels, status_reason: reason, description, owner } = component;
  const { headline, others } = shownProperties(component.properties);
  const place = namespace ?? labels?.["namespace"];
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2">
        <Fact name="Name">
          <span className="flex min-w-0 items-start gap-1">
            <span className="min-w-0 wrap-anywhere">{text || name}</span>
            <CopyIcon text={name} label="Copy name" />
          </span>
        </Fact>
        {type && (
          <Fact name="Type">
            <AddressLink href={typePath(type)} className="text-link hover:underline">
              {type}
            </AddressLink>
          </Fact>
        )}
        {place && <Fact name="Namespace">{place}</Fact>}
        <Parent component={component} />
        <Fact name="Status">
          <ComponentStatus component={component} />
          {reason && <p className="text-muted wrap-anywhere">{reason}</p>}
        </Fact>
        {description && <Fact name="Description">{description}</Fact>}
        {owner && <Fact name="Owner">{owner}</Fact>}
        {knownCosts(component) && (
          <Fact name="Cost in 30 days">
            <CostCell costs={component} />
          </Fact>
        )}
        <Fact name="Created">
          <Age since={component.created_at} />
          {component.topology_id && <BuiltBy id={component.topology_id} />}
        </Fact>
        {component.updated_at && (
          <Fact name="Updated">
            <Age since={component.updated_at} />
          </Fact>
        )}
        {component.deleted_at && (
          <Fact name="Deleted">
            <Age since={component.deleted_at} />
          </Fact>
        )}
        {component.agent_id && component.agent_id !== localAgent && <AgentFact id={component.agent_id} />}
        <Fact name="Id">
          <span className="flex min-w-0 items-center gap-1">
            <Truncated text={component.id} className="font-mono text-meta" />
            <CopyIcon text={component.id} label="Copy id" />
          </span>
        </Fact>
      </dl>
      <GroupedProperties properties={[...headline, ...others]} />
      <GroupedLabels labels={labels ?? {}} />
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

/** The parent, if the user came from a different component and the breadcrumb therefore does not show the parent. */
function Parent({ component }: { component: Topology }) {
  const [{ refererId }] = useUrl(refererUrl);
  const parentId = ancestorIds(component).at(-1);
  const isElsewhere = refererId !== "" && parentId !== undefined && refererId !== parentId;
  const { data: [parent] = [] } = useQuery(namesOf(isElsewhere ? [parentId] : []));
  if (!isElsewhere || !parent) return null;
  return (
    <Fact name="Parent">
      <AddressLink href={componentPath(parent.id)} className="text-link hover:underline">
        {parent.text || parent.name}
      </AddressLink>
    </Fact>
  );
}

function BuiltBy({ id }: { id: string }) {
  const topology = useQuery(topologyOf(id)).data?.[0];
  if (!topology) return null;
  return (
    <span className="flex min-w-0 items-center gap-1 text-muted">
      by <ResourceLink kind="topology" id={id} name={topology.name} />
    </span>
  );
}

function AgentFact({ id }: { id: string }) {
  const agent = useQuery(agentOf(id)).data?.[0];
  if (!agent) return null;
  return (
    <Fact name="Agent">
      <ResourceLink kind="agent" id={id} name={agent.name} />
    </Fact>
  );
}
