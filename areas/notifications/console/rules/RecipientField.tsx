import { useState } from "react";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { ConnectionField } from "#console/widgets/form/fields/ConnectionField.tsx";
import { PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { SecretField } from "#console/widgets/form/fields/SecretField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { messageConnectionTypes } from "../parts/channels.ts";
import { addressKinds, type RuleRecipient } from "./rule-spec.ts";

const kinds = [
  { value: "person", label: "Person" },
  { value: "team", label: "Team" },
  { value: "others", label: "Others" },
  { value: "playbook", label: "Playbook" },
] as const;
type Kind = (typeof kinds)[number]["value"];

function kindOf(recipient: RuleRecipient): Kind | undefined {
  const { person, team, playbook, services } = recipient;
  if (person !== undefined) return "person";
  if (team !== undefined) return "team";
  if (playbook !== undefined) return "playbook";
  return services !== undefined || addressKinds.some((one) => recipient[one] !== undefined) ? "others" : undefined;
}

interface RecipientFieldProps {
  label: string;
  value: RuleRecipient;
  onChange: (recipient: RuleRecipient) => void;
  isReadOnly: boolean;
  isRequired?: boolean;
  error?: string | undefined;
}

/** One recipient. Choosing another kind clears the previous recipient. */
export function RecipientField({ label, value, onChange, isReadOnly, isRequired = false, error }: RecipientFieldProps) {
  const [chosen, setChosen] = useState<Kind>();
  const kind = kindOf(value) ?? chosen ?? "person";
  const field: Omit<FieldProps<string>, "value" | "onChange" | "label"> = {
    isLabelHidden: true,
    isReadOnly,
    error: kind === "others" ? undefined : error,
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className="ml-0.5 text-unhealthy-text">
            *
          </span>
        )}
      </legend>
      <Segments
        label={`${label} kind`}
        options={kinds}
        value={kind}
        onChange={(next) => {
          setChosen(next);
          if (next !== kind) onChange({});
        }}
        isReadOnly={isReadOnly}
      />
      {/* The key resets the field when the kind changes. */}
      <div key={kind} className="mt-2">
        {kind === "person" && (
          <PersonField
            {...field}
            label="Person"
            value={value.person}
            onChange={(person) => onChange(only({ person }))}
          />
        )}
        {kind === "team" && (
          <TeamField {...field} label="Team" value={value.team} onChange={(team) => onChange(only({ team }))} />
        )}
        {kind === "playbook" && (
          <ResourceField
            {...field}
            kind="playbooks"
            label="Playbook"
            help="The playbook runs, and no message is sent."
            value={value.playbook}
            onChange={(playbook) => onChange(only({ playbook }))}
          />
        )}
        {kind === "others" && <Others {...{ value, onChange, isReadOnly, error }} />}
      </div>
    </fieldset>
  );
}

const addressOptions = [
  { value: "connection", label: "Connection" },
  { value: "email", label: "Email" },
  { value: "webhook", label: "Webhook" },
  { value: "url", label: "Address" },
] as const;

/**
 * A connection, an email address, a webhook or a service URL. Services that the form cannot express are shown as YAML.
 */
function Others({ value, onChange, isReadOnly, error }: Omit<RecipientFieldProps, "label">) {
  const [chosen, setChosen] = useState<(typeof addressKinds)[number]>();
  const kind = addressKinds.find((one) => value[one] !== undefined) ?? chosen ?? "connection";
  const field = { isReadOnly, error, isLabelHidden: true };
  if (value.services !== undefined)
    return (
      <YamlField
        label="Services"
        value={value.services}
        onChange={(services) => onChange(Array.isArray(services) ? { services } : {})}
        isReadOnly={isReadOnly}
        error={error}
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Segments
          label="Send to"
          options={addressOptions}
          value={kind}
          onChange={(next) => {
            setChosen(next);
            if (next !== kind) onChange({});
          }}
          isReadOnly={isReadOnly}
        />
      </div>
      {kind === "connection" && (
        <ConnectionField
          {...field}
          label="Connection"
          types={messageConnectionTypes}
          value={value.connection}
          onChange={(connection) => onChange(only({ connection }))}
          placeholder="Choose a stored connection"
        />
      )}
      {kind === "email" && (
        <TextField
          {...field}
          label="Email address"
          type="email"
          value={value.email}
          onChange={(email) => onChange(only({ email }))}
          placeholder="ops@example.org"
        />
      )}
      {kind === "url" && (
        <TextField
          {...field}
          label="Address of a service"
          isCode
          value={value.url}
          onChange={(url) => onChange(only({ url }))}
          placeholder="ntfy://ntfy.example.org/alerts"
          help="With its credentials, which are stored encrypted."
        />
      )}
      {kind === "webhook" && <WebhookFields {...{ value, onChange, isReadOnly, error }} />}
    </div>
  );
}

function WebhookFields({ value, onChange, isReadOnly, error }: Omit<RecipientFieldProps, "label">) {
  const { webhook = {} } = value;
  const change = (part: { url?: string | undefined; secret?: string | undefined }) => {
    const next = Object.entries({ ...webhook, ...part }).filter(([, text]) => text !== undefined);
    onChange(next.length === 0 ? {} : { webhook: Object.fromEntries(next) });
  };
  return (
    <div className="grid gap-3 shell:grid-cols-2">
      <TextField
        label="URL"
        type="url"
        isRequired
        value={webhook.url}
        onChange={(url) => change({ url })}
        isReadOnly={isReadOnly}
        placeholder="https://example.org/hooks/alerts"
        error={error}
      />
      <SecretField
        label="Signing secret"
        value={webhook.secret}
        onChange={(secret) => change({ secret })}
        isReadOnly={isReadOnly}
        help="Signs the requests with HMAC."
      />
    </div>
  );
}

/** Leaves out a field that was emptied, so that the recipient counts as missing. */
const only = (recipient: Readonly<Record<string, string | undefined>>): RuleRecipient =>
  Object.fromEntries(Object.entries(recipient).filter(([, value]) => value !== undefined));
