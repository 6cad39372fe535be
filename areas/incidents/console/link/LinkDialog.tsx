import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { AsyncSelectField } from "#console/widgets/form/fields/AsyncSelectField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { incidentPath } from "../parts/incident-path.ts";
import { DEFAULT_SEVERITY, DEFAULT_TYPE, incidentTypes, severityOptions } from "../parts/incident-words.ts";
import { attachEvidence, refreshIncidents, reportFailure } from "../parts/incident-writes.ts";
import { type CreatedIncidents, type LinkedEvidence, type LinkValues, targetOf } from "./link-flow.ts";
import { hypothesisSource, incidentSource, onlyHypothesis } from "./link-sources.ts";
import { readChoice } from "./new-choice.ts";

interface LinkDialogProps {
  isOpen: boolean;
  /** The name of the linked resource, shown under the title. */
  name?: string | undefined;
  /** Called when the person submits the form, so that it reads the selection of that moment. */
  evidence: () => LinkedEvidence | Promise<LinkedEvidence>;
  onClose: () => void;
  /** Called with false if the evidence could not be attached. */
  onLinked?: ((isLinked: boolean) => void) | undefined;
}

const defaultValues: LinkValues = {
  incident: null,
  hypothesis: null,
  type: DEFAULT_TYPE,
  severity: DEFAULT_SEVERITY,
};

/** Attaches a resource as evidence to an incident, and creates the incident and the hypothesis when needed. */
export function LinkDialog({ isOpen, name, evidence, onClose, onLinked }: LinkDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const formId = useId();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title="Link to Incident"
      description={name}
      actions={
        <Button look="primary" type="submit" form={formId} isBusy={isBusy}>
          {isBusy ? "Linking.." : "Link"}
        </Button>
      }
    >
      {/* The form is mounted each time the dialog opens, so that it starts empty. */}
      {isOpen && <LinkForm {...{ formId, evidence, onClose, onLinked, setBusy }} />}
    </Dialog>
  );
}

interface LinkFormProps extends Pick<LinkDialogProps, "evidence" | "onClose" | "onLinked"> {
  formId: string;
  setBusy: (isBusy: boolean) => void;
}

function LinkForm({ formId, evidence, onClose, onLinked, setBusy }: LinkFormProps) {
  const { user } = useActor();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<LinkValues>({ defaultValues, mode: "onTouched" });
  const created = useRef<CreatedIncidents>(new Map());
  const chosen = useWatch({ control: form.control, name: "incident" });
  const incident = readChoice(chosen);
  const incidentId = incident?.kind === "stored" ? incident.id : undefined;
  const submit = async (values: LinkValues) => {
    setBusy(true);
    try {
      const target = await targetOf(values, user.id, created.current).catch((error: unknown) => {
        reportFailure(error, "The incident was not linked");
      });
      // The dialog stays open, so that the person can try again.
      if (!target) return;
      const isLinked = await attach(target.hypothesisId);
      if (isLinked)
        toast.success("Linked to incident successfully", {
          label: "Open incident",
          isShortcut: true,
          run: () => void navigate({ to: incidentPath(target.incidentId) }),
        });
      onLinked?.(isLinked);
      onClose();
    } finally {
      setBusy(false);
      await refreshIncidents(cache);
    }
  };

  const attach = async (hypothesis_id: string) => {
    try {
      await attachEvidence({ description: "", ...(await evidence()), hypothesis_id, created_by: user.id });
      return true;
    } catch (error) {
      reportFailure(error, "The evidence was not attached");
      return false;
    }
  };

  return (
    <Form form={form} onSubmit={submit} id={formId}>
      <FormField
        of={AsyncSelectField}
        name="incident"
        label="Incident"
        placeholder="Select or create an incident"
        source={incidentSource}
        isRequired
        whenEmpty="Must select or create an incident"
      />
      {incidentId === undefined && (
        <div className="grid gap-4 min-[768px]:grid-cols-2">
          <FormField
            of={SelectField<string>}
            name="type"
            label="Type"
            placeholder="Select an incident type"
            options={incidentTypes}
            validate={(value) => (value ? undefined : "Please select an incident type")}
          />
          <FormField
            of={SelectField<string>}
            name="severity"
            label="Severity"
            placeholder="Select a severity"
            options={severityOptions}
            validate={(value) => (value ? undefined : "Please select incident severity")}
          />
        </div>
      )}
      {/* Each incident has its own hypotheses, so the choice is reset when the incident changes. */}
      <HypothesisChoice key={chosen ?? ""} incidentId={incidentId} form={form} />
    </Form>
  );
}

interface HypothesisChoiceProps {
  /** Undefined for a new incident, which has no hypotheses yet. */
  incidentId: string | undefined;
  form: UseFormReturn<LinkValues>;
}

/** The hypotheses of an incident. If there is only one, it is chosen automatically. */
function HypothesisChoice({ incidentId, form: { setValue } }: HypothesisChoiceProps) {
  const only = useQuery(onlyHypothesis(incidentId)).data ?? null;
  const source = useMemo(() => hypothesisSource(incidentId), [incidentId]);
  useEffect(() => setValue("hypothesis", only, { shouldValidate: only !== null }), [only, setValue]);
  return (
    <FormField
      of={AsyncSelectField}
      name="hypothesis"
      label="Hypothesis"
      placeholder="Select or create a hypothesis"
      help={incidentId === undefined ? "Without a hypothesis the title of the incident is used." : undefined}
      source={source}
      isRequired={incidentId !== undefined}
      whenEmpty="Must select or create a hypothesis"
    />
  );
}
