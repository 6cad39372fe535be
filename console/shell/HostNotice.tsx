import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";

/** Warns administrators who opened the console under an address that the server is not configured for. */
export function HostNotice() {
  const { host_hint: hint } = useActor();
  const [isDismissed, setDismissed] = useState(false);
  if (!hint || isDismissed) return null;
  return (
    <div role="status" className="flex shrink-0 items-start gap-2 border-b border-line bg-surface py-2 pr-2 pl-4">
      <span className="flex h-6 items-center">
        <StatusMark meaning="warning" />
      </span>
      <p className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        <span className="font-medium">{hint.title}</span> <span className="text-muted">{hint.details}</span>
      </p>
      <IconButton icon="x" label="Dismiss" size="small" onClick={() => setDismissed(true)} />
    </div>
  );
}
