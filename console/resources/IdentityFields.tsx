import { useQuery } from "@tanstack/react-query";
import { isOpen, read, useAccess } from "#console/access/access.ts";
import { db, rows } from "#console/client/rows.ts";
import { IconField } from "#console/widgets/form/fields/IconField.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { AgentField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { localAgent } from "#language/local-agent.ts";
import { printTag, sortTags } from "#language/tags.ts";
import { Fold } from "#console/widgets/Fold.tsx";
import type { Draft } from "./resource-row.ts";
import type { SettingsResource } from "./settings-resource.ts";

interface IdentityFieldsProps {
  resource: SettingsResource;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  isNew: boolean;
  /** The problems by column. */
  problems: Readonly<Record<string, string>>;
  leaveName: () => void;
}

/**
 * Name, namespace, icon and labels of a resource. The name and namespace of a stored resource cannot be changed, so on
 * a phone the fields are folded, and the spec is on the first screen.
 */
export function IdentityFields(props: IdentityFieldsProps) {
  const { resource, draft, isNew, problems } = props;
  const isPhone = useMedia(NARROW_TABLE);
  if (!isPhone || isNew) return <Fields {...props} />;
  const { hasLabels, namespace, ownIcon, runsOnAgents } = resource;
  // The name alone is the title of the page.
  if (!hasLabels && namespace === undefined && ownIcon === undefined && !runsOnAgents && !problems["name"]) return null;
  const labels = sortTags(draft.labels ?? {}).map(([key, value]) => printTag(key, value));
  return (
    <Fold
      isFirst
      title={hasLabels ? "Name and labels" : "Name"}
      filled={0}
      preview={[namespace !== undefined && draft.namespace && `namespace ${draft.namespace}`, ...labels]
        .filter(Boolean)
        .join(", ")}
      isOpen={["name", "namespace", "icon", "labels"].some((column) => problems[column] !== undefined)}
    >
      <div className="flex flex-col gap-5">
        <Fields {...props} />
      </div>
    </Fold>
  );
}

const Fields = ({ resource, draft, change, isNew, problems, leaveName }: IdentityFieldsProps) => (
  // A wide page has space for all fields in one row, if the form uses its width.
  <div
    className={`grid items-start gap-4 shell:grid-cols-2 ${resource.listsEntries ? (isNew ? "wide:grid-cols-3" : "wide:grid-cols-4") : ""}`}
  >
    {isNew ? (
      <>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
          onBlur={leaveName}
          error={problems["name"]}
        />
        {resource.namespace !== undefined && (
          <TextField
            label="Namespace"
            value={draft.namespace}
            onChange={(namespace) => change({ namespace })}
            placeholder="default"
            error={problems["namespace"]}
          />
        )}
      </>
    ) : (
      <FixedFields resource={resource} draft={draft} problems={problems} />
    )}
    {resource.ownIcon !== undefined && (
      <IconField label="Icon" value={draft.icon} onChange={(icon) => change({ icon })} error={problems["icon"]} />
    )}
    {resource.runsOnAgents && <RunOn draft={draft} change={change} error={problems["agent_id"]} />}
    {resource.hasLabels && (
      <div className="shell:col-span-2">
        <KeyValuesField
          label="Labels"
          value={draft.labels}
          onChange={(labels) => change({ labels })}
          error={problems["labels"]}
        />
      </div>
    )}
  </div>
);

/** Name and namespace of a stored resource as text, because other resources use them to refer to the resource. */
const FixedFields = ({ resource, draft, problems }: Pick<IdentityFieldsProps, "resource" | "draft" | "problems">) => (
  <dl
    title="Cannot be changed: other resources refer to it by its name and namespace."
    className="grid gap-4 shell:col-span-2 shell:grid-cols-2"
  >
    <Fixed title="Name" value={draft.name} problem={problems["name"]} />
    {resource.namespace !== undefined && (
      <Fixed title="Namespace" value={draft.namespace} problem={problems["namespace"]} />
    )}
  </dl>
);

interface FixedProps {
  title: string;
  value: string | undefined;
  problem: string | undefined;
}

const Fixed = ({ title, value, problem }: FixedProps) => (
  <div className="min-w-0">
    <dt className="mb-1 font-medium">{title}</dt>
    <dd className="wrap-anywhere">
      {value}
      {problem && <p className="text-unhealthy-text">{problem}</p>}
    </dd>
  </div>
);

interface RunOnProps extends Pick<IdentityFieldsProps, "draft" | "change"> {
  error: string | undefined;
}

const someAgents = rows(["agents", "some"], () =>
  db.from("agents").select("id").neq("id", localAgent).is("deleted_at", null).limit(1),
);

/** Shown only if there are agents. */
function RunOn({ draft, change, error }: RunOnProps) {
  const isAllowed = isOpen({ feature: "agents", needs: read("agents") }, useAccess());
  const { data: agents = [] } = useQuery({ ...someAgents, enabled: isAllowed });
  if (agents.length === 0) return null;
  return (
    <AgentField
      label="Run on"
      value={draft.agent_id}
      onChange={(agent) => change({ agent_id: agent })}
      placeholder="This server"
      error={error}
    />
  );
}
