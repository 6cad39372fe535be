import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { isAbout } from "#console/client/query.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { Button } from "#console/widgets/Button.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { ConnectionField } from "#console/widgets/form/fields/ConnectionField.tsx";
import { DurationField } from "#console/widgets/form/fields/DurationField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { isKubernetesName } from "../../charts.ts";
import { previewCheck, previewScraper } from "../../contract.ts";
import { connectionTypeOf, hereResources, type HereResource } from "./here.ts";
import type { GitOpsOption } from "./options.ts";

interface DoItHereProps {
  option: GitOpsOption;
  back: () => void;
  close: () => void;
}

/** Creates the integration without a Helm chart: resources in Quarterdeck that read the system through a connection. */
export function DoItHere({ option, back, close }: DoItHereProps) {
  const [name, setName] = useState<string | undefined>(option.value);
  const [connection, setConnection] = useState<string>();
  const [interval, setInterval] = useState<string | undefined>("30m");
  const [preview, setPreview] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<"preview" | "create">();
  // The resources that were created. A retry after an error must not create a resource twice.
  const [created] = useState(() => new Set<HereResource["table"]>());
  const cache = useQueryClient();
  const isValid =
    isKubernetesName(name ?? "") && Boolean(connection) && DurationField.check(interval) === undefined && interval;
  const draft = { name: name ?? "", namespace: "default", interval: interval ?? "", connection: connection ?? "" };
  const resources = hereResources(option.value, draft);

  const run = async (what: "preview" | "create", work: () => Promise<void>) => {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  const create = async () => {
    for (const { table, row } of resources) {
      if (created.has(table)) continue;
      await createResource({ table }, row);
      created.add(table);
    }
    toast.success(`${option.label} added successfully`);
    await cache.invalidateQueries({ predicate: (query) => isAbout(query, "integrations_with_status") });
    close();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isValid) void run("create", create);
      }}
    >
      <p className="text-muted">
        Quarterdeck reads the system without a Helm chart. It creates{" "}
        {resources.map(({ title }) => title.toLowerCase()).join(", ")}, which you can edit afterwards.
      </p>
      <div className="grid gap-4 shell:grid-cols-3">
        <TextField label="Name" isRequired value={name} onChange={setName} />
        <ConnectionField
          label="Connection"
          isRequired
          types={[connectionTypeOf(option.value) ?? ""]}
          value={connection}
          onChange={setConnection}
        />
        <DurationField label="Interval" isRequired value={interval} onChange={setInterval} />
      </div>
      {resources.map(({ table, title, row }) => (
        <DataViewer key={table} value={row.spec} title={title} className="max-h-60" />
      ))}
      {preview !== undefined && (
        <p role="status" className="rounded-md border border-line bg-sunken px-3 py-2 whitespace-pre-line">
          {preview}
        </p>
      )}
      <FormFailure>{failure}</FormFailure>
      <div className="flex flex-wrap gap-2">
        <Button onClick={back}>Back</Button>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            icon="eye"
            isBusy={busy === "preview"}
            disabled={!isValid}
            onClick={() => void run("preview", async () => setPreview(await previewOf(resources)))}
          >
            Preview
          </Button>
          <Button type="submit" look="primary" icon="plus" isBusy={busy === "create"} disabled={!isValid}>
            Create
          </Button>
        </span>
      </div>
    </form>
  );
}

/** Runs the scraper without saving anything, or the check if the option has no scraper, and describes the result. */
async function previewOf(resources: readonly HereResource[]): Promise<string> {
  const scraper = resources.find(({ table }) => table === "config_scrapers");
  if (scraper) {
    const { items, errors } = await ask(previewScraper, { body: scraper.row });
    return [`The scraper found ${items.length} config items.`, ...errors.slice(0, 5)].join("\n");
  }
  const checks = resources.find(({ table }) => table === "canaries")!;
  const type = Object.keys(checks.row.spec).find((key) => Array.isArray(checks.row.spec[key]))!;
  const { pass, message, error } = await ask(previewCheck, { body: { ...checks.row, check: { type } } });
  return [`The check ${pass ? "passes" : "fails"}.`, message, error].filter(Boolean).join("\n");
}
