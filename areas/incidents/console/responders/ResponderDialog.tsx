import { Status } from "#console/widgets/badge/Badges.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { Responder } from "../parts/incident-query.ts";
import { responderLabel } from "../../responder-label.ts";
import { responderForms, responderName, responderType } from "./responder-forms.ts";

interface ResponderDialogProps {
  /** Undefined while the dialog is closed. */
  responder: Responder | undefined;
  onClose: () => void;
}

/** A responder: the properties in the order of the form, and whether the responder has been contacted. */
export function ResponderDialog({ responder, onClose }: ResponderDialogProps) {
  return (
    <Dialog
      isOpen={responder !== undefined}
      onClose={onClose}
      size="small"
      title={responder ? responderName(responder) : "Responder"}
    >
      {responder && <Content responder={responder} />}
    </Dialog>
  );
}

function Content({ responder }: { responder: Responder }) {
  const type = responderType(responder);
  const form = responderForms.find((each) => each.type === type);
  const { acknowledged, resolved, closed, created_at, properties } = responder;
  const steps = [
    { label: "Acknowledged", at: acknowledged },
    { label: "Signed off", at: resolved },
    { label: "Closed", at: closed },
  ];
  return (
    <div className="flex flex-col gap-4">
      <FactList
        facts={[
          ["Type", responderLabel(type)],
          ["Added", <Timestamp key="added" at={created_at} />],
          ["State", responder.status && <Status key="state" status={responder.status} />],
          ["Result", responder.status_reason],
          ["External id", responder.external_id],
          [
            "Time taken to acknowledge",
            acknowledged && (
              <Duration key="taken" millis={Math.max(0, Date.parse(acknowledged) - Date.parse(created_at))} />
            ),
          ],
          ...(form?.fields ?? []).map(({ name, label }): [string, string | undefined] => {
            const value = properties?.[name];
            return [label, typeof value === "string" ? value : value === undefined ? undefined : JSON.stringify(value)];
          }),
        ]}
      />
      <ol aria-label="Progress" className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map(({ label, at }) => (
          <li key={label} className="flex items-center gap-1.5">
            <StatusMark meaning={at ? "healthy" : "unknown"} />
            <span className={at ? "" : "text-muted"}>{label}</span>
            {at && (
              <span className="text-meta text-muted">
                <Timestamp at={at} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {form && !form.acts && (
        <p className="text-muted">
          This responder is only recorded: Quarterdeck does not contact {responderLabel(type)} itself.
        </p>
      )}
    </div>
  );
}
