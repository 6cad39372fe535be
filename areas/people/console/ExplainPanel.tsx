import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { callOptions } from "#console/client/call.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { PersonField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { rowActions, specialActions } from "#language/permissions.ts";
import { explain } from "../contract.ts";
import { Explanation } from "./Explanation.tsx";
import { objectOptions, objectWords } from "./permission-words.ts";

const objects = [
  ...objectOptions,
  ...["views", "feature_flags", "integrations", "database"].map((value) => ({ value, label: objectWords(value) })),
];
const actions = [...rowActions, "write", ...Object.keys(specialActions)].map((value) => ({ value }));
const relations = ["permissions", "people", "person_roles", "teams", "team_members"];

/** Explains which roles and rules decide whether a person may do something. */
export function ExplainPanel({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Drawer
      isOpen={isOpen}
      onClose={close}
      title="Explain access"
      description="Shows whether a person is allowed to do something, and which roles and rules decide this."
    >
      <Question />
    </Drawer>
  );
}

function Question() {
  const { user, can } = useActor();
  const [subject, setSubject] = useState<string>(user.id);
  const [object, setObject] = useState<string>();
  const [action, setAction] = useState<string>("read");
  const isWhole = object !== undefined;
  const found = useQuery({
    ...callOptions(explain, { body: { subject, object: object ?? "", action } }, { relations }),
    enabled: isWhole,
  });
  return (
    <div className="flex flex-col gap-4">
      <PersonField
        label="Person"
        isRequired
        value={subject}
        onChange={(id) => setSubject(id ?? user.id)}
        // Only users with permission to change the rights of others can see these rights.
        isReadOnly={!can("write", "rbac")}
      />
      <div className="grid gap-4 shell:grid-cols-2">
        <SelectField
          label="Action"
          isRequired
          value={action}
          onChange={(next) => setAction(next ?? "read")}
          options={actions}
        />
        <SelectField label="Resource" isRequired value={object} onChange={setObject} options={objects} />
      </div>
      <div aria-live="polite" className="border-t border-line pt-4">
        {!isWhole ? (
          <p className="text-muted">Choose a resource to see whether the access is allowed, and why.</p>
        ) : found.data ? (
          <Explanation explained={found.data.payload} />
        ) : found.isError ? (
          <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
        ) : (
          <TextSkeleton label="the explanation" lines={4} />
        )}
      </div>
    </div>
  );
}
