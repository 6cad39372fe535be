// The two sides of a permission: its subject and its resource. The type is chosen first.
import { type ReactNode, useState } from "react";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { NotificationField } from "./NotificationField.tsx";
import {
  allResourceTypes,
  allSubjectTypes,
  type Draft,
  resourceOf,
  type ResourceType,
  resourceTypes,
  subjectOf,
  type SubjectType,
  subjectTypes,
  withResource,
  withResourceType,
  withSubject,
  withSubjectType,
} from "./permission-draft.ts";
import { objectOptions } from "./permission-words.ts";

interface SideProps {
  draft: Draft;
  change: (draft: Draft) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

type Drawing = (field: FieldProps<string>) => ReactNode;

const subjectFields: Readonly<Record<SubjectType, Drawing>> = {
  team: (field) => <TeamField {...field} />,
  person: (field) => <PersonField {...field} />,
  notification: (field) => <NotificationField {...field} />,
  playbook: (field) => <ResourceField {...field} kind="playbooks" help="" placeholder="Search playbooks" />,
};

const resourceFields: Readonly<Record<ResourceType, Drawing>> = {
  catalog: (field) => <ResourceField {...field} kind="configs" help="" placeholder="Search the catalog" />,
  component: (field) => <ResourceField {...field} kind="components" help="" placeholder="Search components" />,
  connection: (field) => <ResourceField {...field} kind="connections" help="" placeholder="Search connections" />,
  playbook: (field) => <ResourceField {...field} kind="playbooks" help="" placeholder="Search playbooks" />,
  global: (field) => <SelectField {...field} options={objectOptions} placeholder="Choose an object" />,
};

export function SubjectChoice({ draft, change, error, isReadOnly }: SideProps) {
  const { subjectType: type } = draft;
  // A rule for a playbook is added on the page of the playbook. Elsewhere the subject is a team, a person or a
  // notification.
  const [firstType] = useState(type);
  const types = allSubjectTypes.filter((each) => each !== "playbook" || firstType === "playbook");
  return (
    <Side label="Subject" isMissing={subjectOf(draft) === undefined}>
      <Segments
        label="Subject type"
        options={types.map((value) => ({ value, label: subjectTypes[value].label }))}
        value={type}
        onChange={(next) => change(withSubjectType(draft, next))}
        isReadOnly={isReadOnly}
      />
      {/* The key resets the field when the type changes. */}
      <div key={type} className="mt-2">
        {subjectFields[type]({
          label: subjectTypes[type].label,
          isLabelHidden: true,
          isRequired: true,
          value: subjectOf(draft),
          onChange: (id) => change(withSubject(draft, id)),
          error,
          isReadOnly,
        })}
      </div>
    </Side>
  );
}

export function ResourceChoice({ draft, change, error, isReadOnly }: SideProps) {
  const { resourceType: type } = draft;
  return (
    <Side label="Resource" isMissing={resourceOf(draft) === undefined}>
      <Segments
        label="Resource type"
        options={allResourceTypes.map((value) => ({ value, label: resourceTypes[value].label }))}
        value={type}
        onChange={(next) => change(withResourceType(draft, next))}
        isReadOnly={isReadOnly}
      />
      <div key={type} className="mt-2">
        {resourceFields[type]({
          label: resourceTypes[type].label,
          isLabelHidden: true,
          isRequired: true,
          value: resourceOf(draft),
          onChange: (id) => change(withResource(draft, id)),
          error,
          isReadOnly,
        })}
      </div>
    </Side>
  );
}

interface SideOfProps {
  label: string;
  /** Whether nothing is chosen yet. A choice cannot be cleared, so only a missing one is marked as required. */
  isMissing: boolean;
  children: ReactNode;
}

const Side = ({ label, isMissing, children }: SideOfProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-medium">
      {label}
      {isMissing && (
        <span aria-hidden className="ml-0.5 text-unhealthy-text">
          *
        </span>
      )}
    </legend>
    {children}
  </fieldset>
);
