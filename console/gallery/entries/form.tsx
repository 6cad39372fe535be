import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#console/widgets/Button.tsx";
import { AgentField, PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { BytesField, MillicoresField } from "#console/widgets/form/fields/QuantityFields.tsx";
import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import { DurationField } from "#console/widgets/form/fields/DurationField.tsx";
import { EnvVarField } from "#console/widgets/form/fields/EnvVarField.tsx";
import { FoundInField } from "#console/widgets/form/fields/FoundInField.tsx";
import { IconField } from "#console/widgets/form/fields/IconField.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { MomentField } from "#console/widgets/form/fields/MomentField.tsx";
import { OptionsField } from "#console/widgets/form/fields/OptionsField.tsx";
import { NumberField } from "#console/widgets/form/fields/NumberField.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { ScheduleField } from "#console/widgets/form/fields/ScheduleField.tsx";
import { SecretField } from "#console/widgets/form/fields/SecretField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { LongTextField, TextField } from "#console/widgets/form/fields/TextField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import type { GalleryEntry } from "../entry.ts";

const words = ["Auto", "None", "STARTTLS", "TLS"].map((value) => ({ value }));

const values = {
  name: "orders-database-of-the-european-storefront-with-a-name-longer-than-its-field",
  notes: "Replicated to Frankfurt.\nBacked up every night.",
  port: 5432,
  encryption: "STARTTLS",
  mode: "Opportunistic",
  alerts: ["TLS"],
  isInsecure: true,
  token: "***",
  password: "secret://orders/password",
  kubeconfig: { valueFrom: { configMapKeyRef: { name: "clusters", key: "north.yaml" } } },
  found: { expr: "config.metadata.labels['app.kubernetes.io/name'] + '-' + config.metadata.namespace" },
  labels: { team: "storefront", "app.kubernetes.io/name": "orders" },
  memory: "1.5Gi",
  cpu: "250m",
  timeout: "90m",
  until: "2026-12-24T17:30:00.000Z",
  schedule: "30 2 * * *",
  icon: "postgresql",
  extra: { replicas: 2, zones: ["a", "b"] },
};

type Values = Record<string, unknown>;

/** Renders one field of each type. */
function EveryField({ isReadOnly, isRequired }: { isReadOnly?: boolean; isRequired?: boolean }) {
  const common = { isReadOnly, isRequired };
  // A switch always shows a value, so it is never required.
  const answered = { isReadOnly };
  return (
    <>
      <FormField of={TextField} name="name" label="Name" {...common} />
      <FormField of={LongTextField} name="notes" label="Notes" {...common} />
      <FormField of={NumberField} name="port" label="Port" help="From 1 to 65535." min={1} max={65_535} {...common} />
      <FormField of={SelectField<string>} name="encryption" label="Encryption" options={words} {...common} />
      <FormField of={OptionsField} name="mode" label="Mode" options={words} {...common} />
      <FormField of={ChoicesField} name="alerts" label="Alerts" options={words} {...common} />
      <FormField
        of={SwitchField}
        name="isInsecure"
        label="Skip TLS Verify"
        help="Accepts any certificate."
        {...answered}
      />
      <FormField of={SecretField} name="token" label="Token" {...common} />
      <FormField of={EnvVarField} name="password" label="Password" {...common} />
      <FormField of={EnvVarField} name="kubeconfig" label="Kubeconfig" keptAs="object" isLong {...common} />
      <FormField of={FoundInField} name="found" label="Location" placeholder="$.id" {...common} />
      <FormField of={KeyValuesField} name="labels" label="Labels" {...common} />
      <FormField of={BytesField} name="memory" label="Memory" {...common} />
      <FormField of={MillicoresField} name="cpu" label="CPU" {...common} />
      <FormField of={DurationField} name="timeout" label="Timeout" {...common} />
      <FormField of={MomentField} name="until" label="Until" {...common} />
      <FormField of={ScheduleField} name="schedule" label="Schedule" {...common} />
      <FormField of={IconField} name="icon" label="Icon" {...common} />
      <FormField of={YamlField} name="extra" label="Anything else" {...common} />
    </>
  );
}

function Sent({ begin, isReadOnly, isRequired }: { begin: Values; isReadOnly?: boolean; isRequired?: boolean }) {
  const form = useForm<Values>({ defaultValues: begin, mode: "onTouched" });
  const [sent, setSent] = useState<string>();
  return (
    <div className="max-w-2xl">
      <Form
        form={form}
        onSubmit={(values) => setSent(JSON.stringify(values))}
        actions={
          !isReadOnly && (
            <Button look="primary" type="submit">
              Save
            </Button>
          )
        }
      >
        <EveryField {...(isReadOnly && { isReadOnly })} {...(isRequired && { isRequired })} />
      </Form>
      {sent && (
        <p role="status" className="mt-3 font-mono text-meta wrap-anywhere text-muted">
          {sent}
        </p>
      )}
    </div>
  );
}

function Refused() {
  const form = useForm<Values>({ defaultValues: { name: "north" }, mode: "onTouched" });
  return (
    <div className="max-w-2xl">
      <Form
        form={form}
        onSubmit={() => {
          throw new Error("There is already an agent named north. Choose a different name.");
        }}
        actions={
          <>
            <Button>Cancel</Button>
            <Button look="primary" type="submit">
              Save
            </Button>
          </>
        }
      >
        <FormField of={TextField} name="name" label="Name" isRequired />
      </Form>
    </div>
  );
}

function Schedules() {
  const [value, setValue] = useState<string>();
  return (
    <div className="grid max-w-3xl gap-4 shell:grid-cols-2">
      {(["short", "scraper", "medium", "default", "settings"] as const).map((presets) => (
        <ScheduleField
          key={presets}
          label={`Schedule, ${presets}`}
          presets={presets}
          value={value}
          onChange={setValue}
        />
      ))}
    </div>
  );
}

/** Fields that need a server, which the tests fake. Without a server the fields report that it cannot be reached. */
function FromServer({ ids = {} }: { ids?: Record<string, string> }) {
  const form = useForm<Values>({ defaultValues: ids, mode: "onTouched" });
  return (
    <div className="max-w-2xl">
      <Form form={form} onSubmit={() => undefined}>
        <FormField of={PersonField} name="person" label="Person" isRequired />
        <FormField of={TeamField} name="team" label="Team" />
        <FormField of={AgentField} name="agent" label="Agent" />
        <FormField of={ResourceField} name="resource" label="Catalog Item" kind="configs" />
      </Form>
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Form and fields",
  group: "Forms",
  states: [
    { name: "Empty", draw: () => <Sent begin={{}} /> },
    { name: "All required", draw: () => <Sent begin={{}} isRequired /> },
    { name: "Filled", draw: () => <Sent begin={values} /> },
    { name: "Read only", draw: () => <Sent begin={values} isReadOnly /> },
    { name: "Refused", draw: () => <Refused /> },
    { name: "Schedules", draw: () => <Schedules /> },
    { name: "From the server", draw: () => <FromServer /> },
    { name: "With selected options", draw: () => <FromServer ids={{ person: "ada" }} /> },
  ],
};
