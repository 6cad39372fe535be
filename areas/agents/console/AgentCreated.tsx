import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { NewAgent } from "./CreateAgent.tsx";
import { upstreamVariables } from "./upstream-values.ts";

/** Shows the values of a new agent; its token cannot be shown again later. */
export const AgentCreated = ({ agent, close }: { agent: NewAgent; close: () => void }) => (
  <Dialog
    isOpen
    onClose={close}
    size="medium"
    title="Installation Instructions"
    actions={
      <Button look="primary" onClick={close}>
        Close
      </Button>
    }
  >
    <div className="flex flex-col gap-5">
      <p role="note" className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-warning-text">
        <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0" />
        Access token will be shown only once. Please copy it and store it securely.
      </p>
      <p className="text-muted">Start the agent with these environment variables:</p>
      <CodeBlock
        title="Environment variables"
        language="shell"
        code={upstreamVariables({ name: agent.name, token: agent.access_token, origin: location.origin })}
      />
    </div>
  </Dialog>
);
