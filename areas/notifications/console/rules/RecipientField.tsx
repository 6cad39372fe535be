import { useState } from "react";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { ConnectionField } from "#console/widgets/form/fields/ConnectionField.tsx";
import { PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { messageConnectionTypes } from "./connection-types.ts";
import type { RuleRecipient } from "./rule-spec.ts";

const kinds = [
  { value: "person", label: "Person" },
  { value: "team", label: "Team" },
  { value: "others", label: "Others" },
  { value: "playbook", label: "Playbook" },
] as const;
type Kind = (typeof kinds)[number]["value"];

const kindOf = ({ person, team, playbook, connection, url, services }: RuleRecipient): Kind | undefined => {
  if (person !== undefined) return "person";
  if (team !== undefined) return "team";
  if (playbook !== undefined) return "playbook";
  return connection !== undefined || url !== undefined || services !== undefined ? "others" : undefined;
};

interface RecipientFieldProps {
  label: string;
  value: RuleRecipient;
  onChange: (recipient: RuleRecipient) => void;
  isReadOnly: boolean;
  isRequired?: boolean;
  error?: string | undefined;
}

/** One recipient. Choosing another kind clears the former one. */
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
            help="The playbook runs instead of a message."
            value={value.playbook}
            onChange={(playbook) => onChange(only({ playbook }))}
          />
        )}
        {kind === "others" && <Others {...{ value, onChange, isReadOnly, error }} />}
      </div>
    </fieldset>
  );
}

/** A connection or an address. Several services, which only files and the code can define, are shown as YAML. */
function Others({ value, onChange, isReadOnly, error }: Omit<RecipientFieldProps, "label">) {
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
    <div className="flex flex-col gap-3">
      <ConnectionField
        label="Connection"
        types={messageConnectionTypes}
        value={value.connection}
        onChange={(connection) => onChange(only({ connection }))}
        isReadOnly={isReadOnly}
        help="A stored connection."
        error={value.url === undefined ? error : undefined}
      />
      {value.connection === undefined && (
        <TextField
          label="Or address"
          isCode
          value={value.url}
          onChange={(url) => onChange(only({ url }))}
          isReadOnly={isReadOnly}
          placeholder="ntfy://ntfy.example.org/alerts"
          help="The address of a service, with its credentials. They are stored encrypted."
        />
      )}
    </div>
  );
}

/** Leaves out an emptied field, so that the recipient counts as missing. */
const only = (recipient: Readonly<Record<string, string | undefined>>): RuleRecipient =>
  Object.fromEntries(Object.entries(recipient).filter(([, value]) => value !== undefined));
