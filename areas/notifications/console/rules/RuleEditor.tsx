import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useRef, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Origin, ReadOnlyNote } from "#console/resources/Origin.tsx";
import { originOf } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { focusFirstWrongLater } from "#console/widgets/form/focus.ts";
import { FormFailure } from "#console/widgets/form/FormFailure.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { isSameJson } from "#lib/json/json.ts";
import { countOf } from "#lib/text/words.ts";
import { EditorFooter } from "../parts/EditorFooter.tsx";
import { draftOf, emptyRule, problemsOf, type RuleDraft, type RuleSpec } from "./rule-spec.ts";
import { ruleSchema } from "./rule-schema.ts";
import { RuleForm } from "./RuleForm.tsx";
import { RuleTools } from "./RuleTools.tsx";
import { type FoundRule, type ListedRule, oneListedRule } from "./rules-query.ts";
import { useRuleSaving } from "./use-rule-saving.ts";

interface RuleEditorProps {
  /** Undefined for a new rule. */
  found?: FoundRule;
  close: () => void;
}

const GUARDED = ["id", "add"];
const NONE: readonly SchemaProblem[] = [];

/** The draft of a rule as a form or as code, next to a preview, recent events and a test. */
export function RuleEditor({ found, close }: RuleEditorProps) {
  const mayWrite = useActor().can("write", "notifications");
  const [edited, setEdited] = useState<{ draft: RuleDraft; base: FoundRule | undefined }>();
  const [invalid, setInvalid] = useState<string>();
  const [wasSent, setSent] = useState(false);
  const form = useId();
  const tools = useRef<HTMLElement>(null);
  // Until the first edit, the dialog shows the current stored version.
  const base = edited ? edited.base : found;
  const saved = useMemo(() => (base ? draftOf(base.row) : emptyRule), [base]);
  const draft = edited?.draft ?? saved;
  const origin = found && originOf(found.row);
  const isReadOnly = !mayWrite || origin !== undefined;
  const saving = useRuleSaving({ base, close });
  const listed = useQuery({ ...oneListedRule(found?.row.id ?? ""), enabled: found !== undefined });
  const isDirty = !isReadOnly && !saving.isDone && (invalid !== undefined || !isSameJson(saved, draft));
  const missing = problemsOf(draft);
  const nameError = wasSent && !draft.name?.trim() ? "This field is required" : saving.problems.name;
  const change = (part: Partial<RuleDraft>) => {
    saving.forget();
    setEdited({ draft: { ...draft, ...part }, base });
  };
  const send = (element: HTMLElement) => {
    setSent(true);
    if (draft.name?.trim() && missing.length === 0 && invalid === undefined) void saving.save(draft);
    else focusFirstWrongLater(element);
  };
  return (
    <div className="-m-4 flex min-h-[calc(100%+2rem)] flex-col">
      <div className="grid flex-1 min-[64rem]:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
        <form
          id={form}
          noValidate
          aria-label="Rule"
          className="flex min-w-0 flex-col gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            send(event.currentTarget);
          }}
        >
          {isReadOnly && (
            <ReadOnlyNote>
              {found && origin ? <Origin row={found.row} /> : "You need permission to write notifications."}
            </ReadOnlyNote>
          )}
          {found?.row.error && <FormFailure isNew={false}>The rule is paused: {found.row.error}</FormFailure>}
          {listed.data?.[0] && <FailedMessages rule={listed.data[0]} />}
          <TextField
            label="Name"
            isRequired
            value={draft.name}
            onChange={(name) => change({ name })}
            isReadOnly={isReadOnly}
            error={nameError}
          />
          <FormOrCode
            label="Rule"
            schema={ruleSchema}
            value={isReadOnly ? named(draft.spec, listed.data?.[0]) : draft.spec}
            saved={isReadOnly ? named(saved.spec, listed.data?.[0]) : saved.spec}
            onChange={(spec) => change({ spec: spec ?? {} })}
            readOnly={isReadOnly}
            problems={[...(wasSent ? missing : NONE), ...saving.problems.spec]}
            onInvalid={setInvalid}
          >
            {(props) => <RuleForm {...props} />}
          </FormOrCode>
          <FormFailure>{saving.failure}</FormFailure>
        </form>
        <aside
          ref={tools}
          tabIndex={-1}
          aria-label="Try the rule"
          className="min-w-0 border-line p-4 outline-none max-[64rem]:border-t min-[64rem]:border-l min-[64rem]:bg-sunken"
        >
          {/* The tools stay visible while the form scrolls. */}
          <div className="min-[64rem]:sticky min-[64rem]:top-0 min-[64rem]:max-h-[calc(90dvh-9rem)] min-[64rem]:overflow-y-auto">
            <RuleTools draft={draft} stored={isDirty ? undefined : found?.row.id} />
          </div>
        </aside>
      </div>
      <EditorFooter
        {...{ form, isReadOnly, isDirty, close }}
        isBusy={saving.isBusy}
        params={GUARDED}
        deletion={
          found && {
            title: "Delete Notification Rule",
            text: "Are you sure you want to delete this rule? Its messages stay in the history.",
            run: saving.remove,
          }
        }
      >
        {/* In a narrow window the preview and the test are below the form. */}
        <Button
          icon="eye"
          className="min-[64rem]:hidden"
          onClick={() => {
            tools.current?.focus({ preventScroll: true });
            tools.current?.scrollIntoView({ block: "start" });
          }}
        >
          Preview
        </Button>
      </EditorFooter>
    </div>
  );
}

/** The number of failed messages, with the most common error; above the form, because it is the reason to edit it. */
const FailedMessages = ({ rule: { failed, most_common_error: error } }: { rule: ListedRule }) =>
  error !== null &&
  failed > 0 && (
    <FormFailure isNew={false}>
      {countOf(failed, "message", "messages")} failed. The most common error: {error}
    </FormFailure>
  );

/** People who can only read the rule see the name of the person or team instead of the id. */
function named(spec: RuleSpec, rule: ListedRule | undefined): RuleSpec {
  const { to } = spec;
  if (to?.person !== undefined && rule?.person) return { ...spec, to: { ...to, person: rule.person.name } };
  if (to?.team !== undefined && rule?.team) return { ...spec, to: { ...to, team: rule.team.name } };
  return spec;
}
