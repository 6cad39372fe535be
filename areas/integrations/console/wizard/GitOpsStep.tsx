import { useState } from "react";
import { useCall } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { CodeEditor } from "#console/widgets/editor/CodeEditor.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { DurationField } from "#console/widgets/form/fields/DurationField.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Tabs } from "#console/widgets/tabs/Tabs.tsx";
import { chart, type Chart } from "../../contract.ts";
import { firstDraft, fluxManifest, type GitOpsDraft, helmCommands, problemsOf } from "./gitops-snippets.ts";
import { canRunHere } from "./here.ts";
import type { GitOpsOption } from "./options.ts";

interface GitOpsStepProps {
  option: GitOpsOption;
  back: () => void;
  close: () => void;
  doItHere: () => void;
}

/** The form for the values of a Helm chart, and the snippets that install the chart. */
export function GitOpsStep({ option, ...step }: GitOpsStepProps) {
  const found = useCall(chart, { params: { name: option.value } });
  if (found.data) return <GitOpsForm option={option} chart={found.data} {...step} />;
  return found.isError ? (
    <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
  ) : (
    <FormSkeleton label="the chart" />
  );
}

function GitOpsForm({ option, chart: found, back, close, doItHere }: GitOpsStepProps & { chart: Chart }) {
  const [draft, setDraft] = useState(() => firstDraft(option.value));
  const change = (part: Partial<GitOpsDraft>) => setDraft({ ...draft, ...part });
  const problems = problemsOf(draft);
  const isValid = Object.keys(problems).length === 0;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isValid) downloadFile(`${draft.name}.yaml`, fluxManifest(found.chart, draft), "application/yaml");
      }}
    >
      <div className="grid gap-4 shell:grid-cols-3">
        <TextField
          label="Name"
          isRequired
          value={draft.name}
          onChange={(name) => change({ name })}
          error={problems.name}
        />
        <TextField
          label="Namespace"
          isRequired
          value={draft.namespace}
          onChange={(namespace) => change({ namespace })}
          error={problems.namespace}
        />
        <DurationField
          label="Interval"
          isRequired
          value={draft.interval}
          onChange={(interval) => change({ interval })}
          error={problems.interval}
        />
      </div>
      <KeyValuesField label="Labels" value={draft.labels} onChange={(labels) => change({ labels })} />
      <CodeEditor
        label="Values"
        size="small"
        text={draft.chartValues}
        schema={found.schema}
        onChange={(chartValues) => change({ chartValues })}
      />
      {problems.chartValues && <p className="text-unhealthy-text">Values: {problems.chartValues}</p>}
      {found.source === "shipped" && (
        <p className="text-muted">The chart registry cannot be reached, so a shipped copy of the schema is used.</p>
      )}
      <p role="note" className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-warning-text">
        <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0" />
        You will need to have {option.label} chart installed in flux to use this option.
      </p>
      {isValid ? (
        <Tabs
          label="Snippets"
          param="snippet"
          tabs={[
            { value: "flux", label: "Flux", draw: snippet("Flux", fluxManifest(found.chart, draft)) },
            { value: "helm", label: "Helm CLI", draw: snippet("Helm CLI", helmCommands(found.chart, draft)) },
          ]}
        />
      ) : (
        <p className="text-muted">The snippets appear when all fields are valid.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={back}>Back</Button>
        <span className="ml-auto flex flex-wrap gap-2">
          {canRunHere(option.value) && (
            <Button icon="play" onClick={doItHere}>
              Create in Quarterdeck
            </Button>
          )}
          <Button onClick={close}>Close</Button>
          <Button type="submit" look="primary" icon="download" disabled={!isValid}>
            Download manifest
          </Button>
        </span>
      </div>
    </form>
  );
}

const snippet = (title: "Flux" | "Helm CLI", code: string) => () => (
  <div className="pt-3">
    <CodeBlock isBare title={title} language={title === "Flux" ? "yaml" : "shell"} code={code} />
  </div>
);
