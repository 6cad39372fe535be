import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import type { CodeLanguage } from "#console/widgets/code/pieces.ts";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { Markdown } from "#console/widgets/text/Formatted.tsx";
import type { PlannedAction } from "../../contract.ts";
import { iconOfAction } from "./action-icons.ts";
import { Remark } from "./Status.tsx";

/** The plan of each action, in execution order. */
export function PlanView({ actions }: { actions: readonly PlannedAction[] }) {
  if (actions.length === 0) return <p className="text-muted">This playbook has no actions.</p>;
  return (
    <ol className="flex flex-col gap-3">
      {actions.map((action, index) => (
        <li key={index} className="min-w-0 rounded-md border border-line bg-surface p-3">
          <Action action={action} />
        </li>
      ))}
    </ol>
  );
}

function Action({ action }: { action: PlannedAction }) {
  const { name, kind, summary, parts, condition, unpredictable, isDecidedLater, error } = action;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="flex text-muted">
          <AnyIcon name={iconOfAction(kind)} />
        </span>
        <span className="font-medium wrap-anywhere">{name}</span>
        {!isDecidedLater && error === undefined && <span className="text-muted wrap-anywhere">{summary}</span>}
      </p>
      {condition && (
        <p className="text-muted">
          Only if <code className="font-mono wrap-anywhere">{condition}</code>
        </p>
      )}
      {isDecidedLater && (
        <Remark meaning="unknown">Decided at run time, because it uses results of earlier actions.</Remark>
      )}
      {unpredictable && <Remark meaning="warning">The effect cannot be predicted. {unpredictable}</Remark>}
      {error !== undefined && <Remark meaning="unhealthy">{error}</Remark>}
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

const languages: Readonly<Record<string, CodeLanguage>> = {
  "application/json": "json",
  "application/yaml": "yaml",
  "application/sql": "sql",
  "text/x-shellscript": "shell",
};

function Part({ part: { title, contentType, text, isBinding } }: { part: PlannedAction["parts"][number] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {contentType === "text/x-diff" ? (
        <DiffViewer title={title} unified={text} />
      ) : contentType === "text/markdown" ? (
        <figure aria-label={title} className="rounded-md border border-line p-3">
          <figcaption className="mb-1 text-muted">{title}</figcaption>
          <Markdown text={text} />
        </figure>
      ) : (
        // Approvers must see the whole command.
        <CodeBlock title={title} code={text} language={languages[contentType] ?? "text"} isWrapped />
      )}
      {!isBinding && <p className="text-meta text-muted">Observed now; not covered by the approval.</p>}
    </div>
  );
}
