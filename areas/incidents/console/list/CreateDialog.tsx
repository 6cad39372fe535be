import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Form, FormField } from "#console/widgets/form/Form.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { LongTextField, TextField } from "#console/widgets/form/fields/TextField.tsx";
import type { Severity } from "#language/severity.ts";
import { incidentPath } from "../parts/incident-path.ts";
import {
  DEFAULT_SEVERITY,
  DEFAULT_TYPE,
  type IncidentStatus,
  type IncidentType,
  incidentTypes,
  severityOptions,
  statusOptions,
} from "../parts/incident-words.ts";
import { attachEvidence, createHypothesis, createIncident, refreshIncidents } from "../parts/incident-writes.ts";

interface CreateDialogProps {
  isOpen: boolean;
  /** The component that the incident is about; it becomes the first evidence. */
  componentId: string | undefined;
  onClose: () => void;
}

interface Values {
  type: IncidentType;
  title: string;
  description: string;
  severity: Severity;
  status: IncidentStatus;
}

/** Creates an incident with a root hypothesis of the same title. */
export function CreateDialog({ isOpen, componentId, onClose }: CreateDialogProps) {
  const { user } = useActor();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const form = useForm<Values>({
    defaultValues: { type: DEFAULT_TYPE, title: "", description: "", severity: DEFAULT_SEVERITY, status: "open" },
    mode: "onTouched",
  });
  const { isSubmitting } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const create = async ({ title, description, ...fields }: Values) => {
    const created_by = user.id;
    const name = title.trim();
    const id = await createIncident({ ...fields, title: name, description: description ?? "", created_by });
    const hypothesis_id = await createHypothesis({
      incident_id: id,
      title: name,
      status: "possible",
      type: "root",
      created_by,
    });
    if (componentId !== undefined)
      await attachEvidence({
        type: "topology",
        component_id: componentId,
        evidence: { id: componentId },
        hypothesis_id,
        created_by,
      });
    close();
    await refreshIncidents(cache);
    await navigate({ to: incidentPath(id) });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title="Create New Incident"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isBusy={isSubmitting}>
            Create
          </Button>
        </>
      }
    >
      <Form form={form} onSubmit={create} id={formId}>
        <FormField of={TextField} name="title" label="Title" isRequired />
        <FormField of={LongTextField} name="description" label="Description" help="Markdown is supported." />
        <div className="grid gap-4 min-[768px]:grid-cols-3">
          <FormField of={SelectField<string>} name="type" label="Type" options={incidentTypes} isRequired />
          <FormField of={SelectField<string>} name="severity" label="Severity" options={severityOptions} isRequired />
          <FormField of={SelectField<string>} name="status" label="Status" options={statusOptions} isRequired />
        </div>
      </Form>
    </Dialog>
  );
}
