import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "#console/client/call.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { aboutKubeconfig, kubeconfig } from "../contract.ts";

const EXPLAINED = "https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/";

/** The steps from the download to the first command. */
export function KubeconfigDialog({ close }: { close: () => void }) {
  const about = useCall(aboutKubeconfig, {});
  return (
    <Dialog
      isOpen
      onClose={close}
      size="small"
      title="Download and install kubeconfig"
      actions={<Button onClick={close}>Close</Button>}
    >
      {about.data ? (
        <Steps {...about.data} />
      ) : about.isError ? (
        <ErrorPage error={about.error} retry={() => void about.refetch()} isRetrying={about.isFetching} />
      ) : (
        <TextSkeleton label="kubeconfig" lines={6} />
      )}
    </Dialog>
  );
}

function Steps({ server, filename, valid_days }: { server: string | null; filename: string; valid_days: number }) {
  return (
    <ol className="flex flex-col gap-5">
      <Step number={1} title="Download the file">
        <p className="text-muted">
          The file connects kubectl to <span className="font-mono break-all text-text">{server}</span> and contains a
          new access token, which is valid for {valid_days} days. Anyone with the file can act as you.
        </p>
        <a
          href={kubeconfig.path}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-3 inline-flex h-control items-center gap-2 rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover"
        >
          <Icon name="download" size={14} />
          Download kubeconfig file
        </a>
      </Step>
      <Step number={2} title="Use it with kubectl">
        <CodeBlock isBare title="Command" language="shell" code={`kubectl --kubeconfig ${filename} get canaries`} />
      </Step>
      <Step number={3} title="Revoke the file if you lose it">
        <p className="text-muted">
          <Revoking /> After that the file no longer works. Every download creates its own token.
        </p>
      </Step>
      <li className="list-none">
        <a
          href={EXPLAINED}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 text-link hover:underline"
        >
          Learn more about kubeconfig files
          <Icon name="external-link" size={14} />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </li>
    </ol>
  );
}

/** Links to the tokens page if it exists, otherwise shows the API calls. */
function Revoking() {
  const hasTokens = useHasPage("/settings/tokens");
  return hasTokens ? (
    <>
      Delete the token whose name begins with “kubeconfig” under{" "}
      <Link to="/settings/tokens" className="text-link underline underline-offset-2">
        Tokens
      </Link>
      .
    </>
  ) : (
    <>
      <code className="font-mono text-text">GET /api/auth/tokens</code> lists your tokens; delete the one whose name
      begins with “kubeconfig” by <code className="font-mono text-text">DELETE /api/auth/token/ID</code>.
    </>
  );
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="flex list-none gap-3">
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken font-medium text-muted tabular-nums"
    >
      {number}
    </span>
    <div className="min-w-0 flex-1 pt-0.5">
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </div>
  </li>
);
