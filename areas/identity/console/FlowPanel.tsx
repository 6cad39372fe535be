import { Fragment, type ReactNode } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import type { AnyFlow, NodeGroup } from "../model.ts";
import { FlowForm } from "./FlowForm.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { hasGroup, isError } from "./flow-nodes.ts";
import { FormSkeleton } from "./FormSkeleton.tsx";
import type { useFlow } from "./use-flow.ts";

interface FlowPanelProps<Flow extends AnyFlow> {
  flow: Pick<ReturnType<typeof useFlow<Flow, unknown>>, "screen" | "submit" | "retry">;
  groups: readonly NodeGroup[];
  /** Groups with separate forms below a line, if the flow has them. */
  others?: readonly NodeGroup[];
  /** Replaces the default error page. */
  renderFailure?: (error: unknown) => ReactNode;
}

/** A flow in any state: a skeleton while it loads, its messages and form, or the error. */
export function FlowPanel<Flow extends AnyFlow>({
  flow: { screen, submit, retry },
  groups,
  others = [],
  renderFailure,
}: FlowPanelProps<Flow>) {
  switch (screen.phase) {
    case "waiting":
      return <FormSkeleton />;
    case "failed":
      return renderFailure?.(screen.error) ?? <ErrorPage error={screen.error} retry={retry} />;
    case "form":
      return (
        <>
          <FlowMessages messages={messagesOf(screen.flow, screen.notice)} />
          <FlowForm flow={screen.flow} groups={groups} isBusy={screen.isBusy} submit={submit} />
          {others
            .filter((group) => hasGroup(screen.flow, group))
            .map((group) => (
              <Fragment key={group}>
                <hr className="border-line" />
                <FlowForm flow={screen.flow} groups={[group]} isBusy={screen.isBusy} hasFocus={false} submit={submit} />
              </Fragment>
            ))}
        </>
      );
  }
}

export const messagesOf = ({ ui }: Pick<AnyFlow, "ui">, notice: string | undefined) => [
  ...(notice === undefined ? [] : [{ text: notice, isError: true }]),
  ...(ui.messages ?? []).map((message) => ({ text: message.text, isError: isError(message) })),
];
