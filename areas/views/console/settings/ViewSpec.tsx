import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { RefusedRun } from "#console/resources/dry-run/RefusedRun.tsx";
import { useRefusedProblems } from "#console/resources/dry-run/use-dry-run.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { chosenValue } from "../data/variable-values.ts";
import type { Values } from "../data/view-query.ts";
import { ViewContent } from "../page/ViewContent.tsx";
import { viewPath } from "../data/view-ref.ts";
import { type Previewed, usePreview } from "./use-preview.ts";

/** The editor of a view: a form or code, and a preview that updates with each edit. */
export function ViewSpec({ id, draft, ...edited }: SpecEditorProps) {
  const mayPreview = useActor().can("write", "views");
  const { problems, refused } = useRefusedProblems(edited);
  const [values, setValues] = useState<Values>({});
  const { previewed, open, close, refresh } = usePreview({ id, draft, values, refused });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {mayPreview && previewed.state === "closed" && (
          <>
            <Button icon="eye" onClick={open}>
              Preview
            </Button>
            <span className="text-muted">Shows the view with its data, without saving it.</span>
          </>
        )}
        {id !== undefined && (
          <AddressLink href={viewPath(id)} className="ml-auto text-link hover:underline">
            Open the saved view
          </AddressLink>
        )}
      </div>
      {previewed.state === "open" && (
        <Preview previewed={previewed} values={values} setValues={setValues} close={close} refresh={refresh} />
      )}
      <FormOrCode label="Spec" {...edited} problems={problems} />
    </>
  );
}

interface PreviewProps {
  previewed: Extract<Previewed, { state: "open" }>;
  values: Values;
  setValues: (values: Values) => void;
  close: () => void;
  refresh: () => void;
}

function Preview({ previewed: { answer, error, isLoading }, values, setValues, close, refresh }: PreviewProps) {
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col rounded-md border border-line bg-canvas">
      <div className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium">
          Preview <span className="font-normal text-muted">{answer?.title}</span>
        </h2>
        <IconButton icon="refresh-cw" label="Refresh the preview" isSpinning={isLoading} onClick={refresh} />
        <IconButton icon="x" label="Close the preview" onClick={close} />
      </div>
      {/* Scrolling content must be focusable, so that the keyboard can scroll it. */}
      <div
        tabIndex={0}
        role="group"
        aria-label="Preview content"
        aria-busy={isLoading}
        className="max-h-[60vh] overflow-y-auto p-3 -outline-offset-2"
      >
        {/* A live region must exist before its content changes; otherwise screen readers do not announce it. */}
        <div role="status" className="not-empty:mb-3">
          {error !== undefined && (
            <RefusedRun
              title={
                answer
                  ? "The edited view cannot be shown. The data below are from the last edit that worked."
                  : "The view cannot be shown."
              }
              error={error}
            />
          )}
        </div>
        {answer ? (
          <ViewContent
            answer={{ ...answer, sections: [] }}
            values={values}
            choose={(key, value) => setValues(chosenValue(values, answer.variables, key, value))}
            prefix="preview."
          />
        ) : (
          error === undefined && <CardsSkeleton label="the preview" cards={3} />
        )}
      </div>
    </section>
  );
}
