import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { DurationField } from "#console/widgets/form/fields/DurationField.tsx";
import { ExpressionField } from "#console/widgets/form/fields/ExpressionField.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { YamlField } from "#console/widgets/form/fields/YamlField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import type { Json } from "#language/columns.ts";
import { Fold } from "../parts/Fold.tsx";
import { EventsField } from "./EventsField.tsx";
import { RecipientField } from "./RecipientField.tsx";
import type { RuleRecipient, RuleSpec } from "./rule-spec.ts";
import { groupKeys } from "./rules-query.ts";
import { TokensField } from "./TokensField.tsx";

const REPEATS = ["1h", "2h", "3h", "6h", "1d", "1w", "30d"];
const WAITS = ["3m", "5m", "10m", "15m", "30m", "1h", "4h", "8h", "1d", "3d", "7d"];
const FIXED_KEYS = ["type", "description", "status_reason"];

/** The fields of a rule, in the order in which the server applies them to a message. */
export function RuleForm({ value, onChange, readOnly, problems }: FormProps) {
  const spec = (value ?? {}) as RuleSpec;
  const keys = useQuery(groupKeys).data ?? [];
  const change = (part: { [Key in keyof RuleSpec]?: RuleSpec[Key] | undefined }) => onChange(withPart(spec, part));
  const errorAt = (...path: string[]) =>
    problems.find((problem) => path.every((step, index) => problem.path[index] === step))?.message;
  const { properties, ...to } = spec.to ?? {};
  const { delay, ...fallback } = spec.fallback ?? {};
  const setTo = (recipient: RuleRecipient) =>
    change({ to: withPart(recipient as RuleSpec["to"] & object, { properties }) });
  return (
    <div className="flex flex-col gap-4">
      <EventsField
        label="Events"
        isRequired
        value={spec.events}
        onChange={(events) => change({ events })}
        isReadOnly={readOnly}
        error={errorAt("events")}
      />
      <ExpressionField
        label="Filter"
        notation="cel"
        value={spec.filter}
        onChange={(filter) => change({ filter })}
        isReadOnly={readOnly}
        error={errorAt("filter")}
        placeholder='config.tags.namespace == "production"'
        help="An expression. Events for which it is false are ignored."
      />
      <TokensField
        label="Group By"
        addLabel="Add a key to group by"
        value={spec.groupBy}
        onChange={(groupBy) => change({ groupBy })}
        suggestions={[...FIXED_KEYS, ...keys].map((key) => ({ value: key }))}
        isReadOnly={readOnly}
        error={errorAt("groupBy")}
        help="Notifications are grouped by these set of keys and only one per group is sent within the specified repeat interval."
      />
      <RecipientField
        label="Recipient"
        isRequired
        value={to}
        onChange={setTo}
        isReadOnly={readOnly}
        error={errorAt("to")}
      />
      <div className="grid gap-4 shell:grid-cols-3">
        <DurationField
          label="Repeat Interval"
          presets={REPEATS}
          value={spec.repeatInterval}
          onChange={(repeatInterval) => change({ repeatInterval })}
          isReadOnly={readOnly}
          error={errorAt("repeatInterval")}
        />
        <DurationField
          label="Wait For"
          presets={WAITS}
          value={spec.waitFor}
          onChange={(waitFor) => change({ waitFor })}
          isReadOnly={readOnly}
          error={errorAt("waitFor")}
        />
        <DurationField
          label="Wait For Eval Period"
          presets={WAITS}
          value={spec.waitForEvalPeriod}
          onChange={(waitForEvalPeriod) => change({ waitForEvalPeriod })}
          isReadOnly={readOnly}
          error={errorAt("waitForEvalPeriod")}
        />
      </div>
      <ExpressionField
        label="Title"
        notation="template"
        value={spec.title}
        onChange={(title) => change({ title })}
        isReadOnly={readOnly}
        error={errorAt("title")}
        placeholder="Default: a title for the event"
      />
      <TemplateField
        value={spec.template}
        onChange={(template) => change({ template })}
        isReadOnly={readOnly}
        error={errorAt("template")}
      />
      <KeyValuesField
        label="Properties"
        value={properties}
        onChange={(next) => change({ to: withPart(to, { properties: next }) })}
        isReadOnly={readOnly}
        error={errorAt("to", "properties")}
        help="Override the properties of the connection, such as `channel`. `urgent: true` ignores quiet hours."
      />
      <Fold label="Fallback" help="The recipient if the delivery fails." isOpen={spec.fallback !== undefined}>
        <RecipientField
          label="Fallback recipient"
          value={fallback}
          onChange={(recipient) => change({ fallback: unlessEmpty(withPart(recipient as object, { delay })) })}
          isReadOnly={readOnly}
          error={errorAt("fallback")}
        />
        <DurationField
          label="Delay"
          presets={WAITS}
          value={delay}
          onChange={(next) => change({ fallback: unlessEmpty(withPart(fallback as object, { delay: next })) })}
          isReadOnly={readOnly}
        />
      </Fold>
      <Fold
        label="Inhibitions"
        help="If a related resource was already reported, no message is sent about these resources."
        isOpen={spec.inhibitions !== undefined}
      >
        <YamlField
          label="Inhibitions"
          isLabelHidden
          value={spec.inhibitions}
          onChange={(inhibitions) => change({ inhibitions: inhibitions as Json | undefined })}
          isReadOnly={readOnly}
          placeholder={"- direction: outgoing\n  from: Kubernetes::Node\n  to: [Kubernetes::Pod]"}
          error={errorAt("inhibitions")}
        />
      </Fold>
    </div>
  );
}

interface TemplateFieldProps {
  value: string | undefined;
  onChange: (template: string | undefined) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

/** The default text of each channel, or a custom template. */
function TemplateField({ value, onChange, isReadOnly, error }: TemplateFieldProps) {
  const [isCustom, setCustom] = useState(value !== undefined);
  const isOwn = isCustom || value !== undefined;
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden className="font-medium">
        Template
      </span>
      <div>
        <Segments
          label="Template"
          options={[
            { value: "default", label: "Default" },
            { value: "custom", label: "Custom Template" },
          ]}
          value={isOwn ? "custom" : "default"}
          onChange={(next) => {
            setCustom(next === "custom");
            if (next === "default") onChange(undefined);
          }}
          isReadOnly={isReadOnly}
        />
      </div>
      {isOwn && (
        <ExpressionField
          label="Custom template"
          isLabelHidden
          notation="template"
          value={value}
          onChange={onChange}
          isReadOnly={isReadOnly}
          error={error}
          placeholder="{{ .check.name }} is down: {{ .check_status.message }}"
          help="Markdown with `{{ }}` expressions."
        />
      )}
    </div>
  );
}

/** Sets a part of the rule; undefined removes its keys. */
function withPart<T extends object>(whole: T, part: object): T {
  const next = Object.entries({ ...whole, ...part }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(next) as T;
}

const unlessEmpty = <T extends object>(value: T): T | undefined =>
  Object.keys(value).length === 0 ? undefined : value;
