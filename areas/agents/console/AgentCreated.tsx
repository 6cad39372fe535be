import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Tabs, type Tab } from "#console/widgets/tabs/Tabs.tsx";
import type { NewAgent } from "./CreateAgent.tsx";
import { installSnippets, type Snippet } from "./install-snippets.ts";

/** Shows how to start a new agent; its token cannot be shown again later. */
export const AgentCreated = ({ agent, close }: { agent: NewAgent; close: () => void }) => {
  const snippets = installSnippets({
    name: agent.name,
    token: agent.access_token,
    origin: location.origin,
    telemetry: agent.telemetry,
  });
  return (
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
      <div className="flex flex-col gap-4">
        <p role="note" className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-warning-text">
          <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0" />
          Access token will be shown only once. Please copy it and store it securely.
        </p>
        <Tabs label="Ways to install the agent" param="install" tabs={snippets.map(tabOf) as [Tab, ...Tab[]]} />
        <div className="text-muted">
          <p className="font-medium">Next steps</p>
          <ul className="mt-1 list-disc pl-5">
            <li>Start the agent near its targets, in a folder with Quarterdeck.</li>
            <li>The agent appears as Online in this list.</li>
            <li>Select the agent in “Run on” of a health check, a scraper or a topology.</li>
          </ul>
        </div>
      </div>
    </Dialog>
  );
};

const tabOf = ({ value, label, title, language, code }: Snippet): Tab => ({
  value,
  label,
  draw: () => (
    <div className="pt-3">
      <CodeBlock title={title} language={language} code={code} />
    </div>
  ),
});
