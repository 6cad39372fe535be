import { type ReactNode, useState } from "react";
import { apiAddress } from "#console/access/hosted-backend.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { NewToken } from "./CreateToken.tsx";
import { ReadOnlyMark } from "./token-columns.tsx";

interface TokenCreatedProps {
  newToken: NewToken;
  /** Whether the token is for an MCP client, whose setup is then shown. */
  isForMcp?: boolean;
  close: () => void;
}

/** Shows a new token; it cannot be shown again later. */
export function TokenCreated({ newToken, isForMcp = false, close }: TokenCreatedProps) {
  const [isShown, setShown] = useState(false);
  const token = isShown ? newToken.token : hidden(newToken.token);
  return (
    <Dialog
      isOpen
      onClose={close}
      size="medium"
      title="Token Created Successfully"
      actions={
        <Button look="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <p role="note" className="flex gap-2 rounded-md bg-warning/15 px-3 py-2">
          <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0 text-warning-text" />
          This token is shown only once. Copy it now and keep it somewhere safe.
        </p>
        <Part title="Token name">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 wrap-anywhere">{newToken.name}</span>
            {newToken.read_only && <ReadOnlyMark />}
          </span>
        </Part>
        <Part title="Access token">
          <div className="flex items-center gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
            <output aria-label="Access token" className="min-w-0 flex-1 py-1 font-mono break-all">
              {token}
            </output>
            <IconButton
              icon={isShown ? "eye-off" : "eye"}
              label={isShown ? "Hide token" : "Show token"}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            />
            <CopyIcon text={newToken.token} label="Copy token" copied="Token copied to clipboard" className="!size-8" />
          </div>
        </Part>
        <Part title="How to use it">
          <div className="flex flex-col gap-3">
            <p className="text-muted">
              As basic authentication, with the username <Code>token</Code> and the access token as password:
            </p>
            <CodeBlock
              isBare
              title="Command"
              language="shell"
              code={`curl -u token:${token} ${apiAddress()}/auth/whoami`}
              copies={`curl -u token:${newToken.token} ${apiAddress()}/auth/whoami`}
            />
            <p className="text-muted">
              Or as an Authorization header, built from <Code>{"token:{token}"}</Code> in base64:
            </p>
            <CodeBlock
              isBare
              title="Header"
              code={isShown ? basicHeader(newToken.token) : "Authorization: Basic base64(token:{token})"}
              copies={basicHeader(newToken.token)}
            />
          </div>
        </Part>
        {isForMcp && <Slot name="token.created" of={{ token: newToken.token, isShown }} />}
      </div>
    </Dialog>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
);

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-xs bg-sunken px-1 font-mono text-text">{children}</code>
);

/** The basic authentication header for the user `token` with the token as password. */
const basicHeader = (token: string) => `Authorization: Basic ${btoa(`token:${token}`)}`;

/** Shows only the first characters; the number of dots is the same for every token. */
const hidden = (token: string) => `${token.slice(0, 3)}${"•".repeat(24)}`;
