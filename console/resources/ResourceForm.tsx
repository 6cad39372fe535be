import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { isSameJson } from "#lib/json/json.ts";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { ReadOnlyValue } from "#console/widgets/form/spec/SpecValues.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { IdentityFields } from "./IdentityFields.tsx";
import { named, NO_PROBLEMS, placesOf } from "./problem-places.ts";
import { specSchema } from "./resource-client.ts";
import type { SettingsResource } from "./settings-resource.ts";
import type { Draft } from "./resource-row.ts";
import { useSavedPath } from "./saved-path.ts";
import { specEditorOf, statusOf } from "./spec-editor.tsx";
import { UnknownFields } from "./UnknownFields.tsx";

interface ResourceFormProps {
  resource: SettingsResource;
  /** The id of the stored resource. */
  id?: string;
  /** The stored version, or the initial values of a new resource. */
  saved: Draft;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** If this function throws, the form shows the error; otherwise the list opens. */
  submit: () => Promise<void>;
  isNew?: boolean;
  isReadOnly?: boolean;
  /** Content above the form, such as the reason why it is read-only. */
  notice?: ReactNode;
  /** Buttons at the opposite end of the row with Cancel and Save. */
  more?: ReactNode;
}

/** Name, namespace, labels and spec of a resource, as a form or as code. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, id, saved, draft, onChange, submit, isNew = false, isReadOnly = false, notice, more } = props;
  const schema = useQuery(specSchema(resource));
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [places, setPlaces] = useState(NO_PROBLEMS);
  const [invalid, setInvalid] = useState<string>();
  const isDirty = !isReadOnly && (invalid !== undefined || !isSameJson(saved, draft));
  const change = (part: Partial<Draft>) => {
    setPlaces(NO_PROBLEMS);
    onChange({ ...draft, ...part });
  };
  const savedPath = useSavedPath(resource);
  const toList = () => navigate({ to: savedPath, ignoreBlocker: true });

  const send = async () => {
    setSent(true);
    if (!draft.name?.trim()) return;
    if (invalid !== undefined) return void toast.error(invalid);
    setBusy(true);
    try {
      await submit();
      await toList();
    } catch (cause) {
      const error = named(cause, { kind: resource.name, name: draft.name });
      setPlaces(placesOf(error));
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const SpecEditor = specEditorOf(resource);
  const Status = statusOf(resource);
  const isNameMissing = wasSent && !draft.name?.trim();

  // The form is aligned with the tabs above it. Lists of entries use the full page width; other forms do not, because
  // their fields would be too wide.
  const column = resource.listsEntries ? "max-w-7xl px-4" : "max-w-4xl px-4";
  const description = schema.data?.[0];
  if (schema.isError)
    return (
      <div className="mx-auto max-w-lg p-4 shell:pt-[16vh]">
        <ErrorPage error={schema.error} retry={() => void schema.refetch()} isRetrying={schema.isFetching} />
      </div>
    );
  return (
    <form
      className="flex h-full min-h-0 flex-col"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className={`flex flex-col gap-5 py-4 ${column}`}>
          {notice}
          {Status && id !== undefined && (
            <Suspense>
              <Status id={id} />
            </Suspense>
          )}
          {id !== undefined && <UnknownFields table={resource.table} id={id} />}
          {isReadOnly ? (
            <Identity draft={draft} resource={resource} />
          ) : (
            <IdentityFields
              {...{ resource, draft, change, isNew }}
              problems={isNameMissing ? { ...places.columns, name: "This field is required" } : places.columns}
              leaveName={() => isNew && !draft.name && setSent(true)}
            />
          )}
          {description ? (
            <Suspense fallback={<FormSkeleton label="Spec" />}>
              <SpecEditor
                id={id}
                draft={draft}
                schema={description.schema}
                value={draft.spec}
                saved={saved.spec}
                onChange={(spec) => change({ spec })}
                readOnly={isReadOnly}
                problems={places.spec}
                onInvalid={setInvalid}
              />
            </Suspense>
          ) : (
            <FormSkeleton label="Spec" />
          )}
          {places.columns["spec"] && <p className="text-unhealthy-text">{places.columns["spec"]}</p>}
        </div>
      </div>
      {(!isReadOnly || more) && (
        <footer className="shrink-0 border-t border-line bg-surface">
          {/* As wide as the form, so that the buttons align with its edges. */}
          <div className={`flex flex-wrap items-center gap-2 py-3 ${column}`}>
            {more}
            <span className="ml-auto flex gap-2">
              <Button onClick={() => void navigate({ to: resource.path })}>{isReadOnly ? "Close" : "Cancel"}</Button>
              {!isReadOnly && (
                <Button type="submit" look="primary" isBusy={isBusy} disabled={!isNew && !isDirty}>
                  {isNew ? "Create" : "Save"}
                </Button>
              )}
            </span>
          </div>
        </footer>
      )}
      {/* Invalid code is not part of the draft, so switching to another tab would lose it. */}
      <UnsavedGuard isDirty={isDirty && !isBusy} params={invalid === undefined ? NO_PARAMS : TAB} />
    </form>
  );
}

/** Namespace and labels as text; the name is the title of the page. */
const Identity = ({ resource, draft: { namespace, labels } }: Pick<ResourceFormProps, "resource" | "draft">) => (
  <div className="flex flex-col gap-3 empty:hidden">
    {resource.namespace !== undefined && namespace && <ReadOnlyValue label="Namespace">{namespace}</ReadOnlyValue>}
    {labels && Object.keys(labels).length > 0 && (
      <ReadOnlyValue label="Labels">
        <Tags tags={labels} />
      </ReadOnlyValue>
    )}
  </div>
);

const NO_PARAMS: readonly string[] = [];
const TAB = ["tab"];
