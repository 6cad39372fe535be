import { useEffect, useEffectEvent, useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { CodeEditor } from "#console/widgets/editor/CodeEditor.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { useCode } from "#console/widgets/editor/use-code.ts";
import { SpecForm } from "#console/widgets/form/SpecForm.tsx";
import { playbookPath } from "../parts/paths.ts";
import { actionsOf, actionsSchema, frameOf, frameSchema, joined, problemsIn } from "./split-spec.ts";
import { TryPlan } from "./TryPlan.tsx";
import { useExpressionProblems } from "./use-expression-problems.ts";

/** The editor of a playbook: a form for the general fields and code for the actions, or everything as code. */
export function PlaybookSpec({ id, draft: { name, namespace }, ...edited }: SpecEditorProps) {
  const mayTry = useActor().can("write", "playbooks");
  const wrong = useExpressionProblems(edited.schema, edited.value);
  const all = useMemo(() => [...edited.problems, ...wrong], [edited.problems, wrong]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {mayTry && <TryPlan id={id} name={name} namespace={namespace} spec={edited.value} />}
        {id !== undefined && (
          <AddressLink href={playbookPath(id)} className="ml-auto text-link hover:underline">
            Runs of this playbook
          </AddressLink>
        )}
      </div>
      <FormOrCode label="Spec" {...edited} problems={all}>
        {({ value, onChange, readOnly, problems, schema }) => (
          <div className="flex min-w-0 flex-col gap-5">
            <SpecForm
              schema={frameSchema(schema)}
              value={frameOf(value)}
              onChange={(frame) => onChange(joined(frame, actionsOf(value)))}
              readOnly={readOnly}
              problems={problemsIn(problems, "frame")}
            />
            <Actions
              schema={schema}
              value={value}
              saved={edited.saved}
              onChange={onChange}
              problems={problemsIn(problems, "actions")}
              onInvalid={edited.onInvalid}
            />
          </div>
        )}
      </FormOrCode>
    </>
  );
}

type ActionsProps = Pick<SpecEditorProps, "schema" | "value" | "saved" | "onChange" | "problems" | "onInvalid">;

function Actions({ schema: whole, value, saved, onChange, problems, onInvalid }: ActionsProps) {
  const schema = useMemo(() => actionsSchema(whole), [whole]);
  const [actions, savedActions] = [actionsOf(value), actionsOf(saved)];
  const code = useCode({
    schema,
    // The editor compares values by reference.
    value: useMemo(() => ({ actions }), [actions]),
    saved: useMemo(() => ({ actions: savedActions }), [savedActions]),
    onChange: (next) => onChange(joined(frameOf(value), actionsOf(next))),
    isShown: true,
  });
  const report = useEffectEvent(onInvalid);
  useEffect(() => report(code.problem), [code.problem]);
  return (
    <div className="flex min-w-0 flex-col gap-2" onBlur={() => code.settle()}>
      <h3 className="font-medium">Actions</h3>
      <p className="text-muted">
        Each action has a name and one kind, such as exec, http or sql. Press Ctrl+Space for the allowed fields.
      </p>
      <CodeEditor
        label="Actions"
        text={code.text}
        onChange={code.type}
        schema={schema}
        problems={problems}
        saved={code.saved}
        size="medium"
      />
    </div>
  );
}
