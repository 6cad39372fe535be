import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { useYaml } from "#console/widgets/code/use-yaml.ts";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Ago, Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { Resource, Who } from "./audit-columns.tsx";
import { type Deed, oneDeed } from "./audit-query.ts";
import { actionWords, hiddenColumns, tableWords } from "./audit-words.ts";

interface AuditDetailsProps {
  /** The id of the open entry; empty if none is open. */
  id: string;
  /** The entry, if the list has loaded it. */
  known: Deed | undefined;
  close: () => void;
}

/** One entry of the audit log: actor, origin, and the values before and after. */
export function AuditDetails({ id, known, close }: AuditDetailsProps) {
  const found = useQuery({ ...oneDeed(id), enabled: id !== "" && !known });
  const deed = known ?? found.data?.[0];
  return (
    <Drawer isOpen={id !== ""} onClose={close} size="large" title={deed ? titleOf(deed) : "Audit log entry"}>
      {deed ? (
        <div className="flex flex-col gap-5">
          <Facts deed={deed} />
          <Values deed={deed} />
        </div>
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess ? (
        <p>This entry is no longer in the log. Entries older than audit.retention.days are deleted.</p>
      ) : (
        <TextSkeleton label="The entry" lines={6} />
      )}
    </Drawer>
  );
}

const titleOf = ({ action, resource_type: type }: Deed) =>
  type === "sessions" ? actionWords[action] : `${tableWords(type)}: ${actionWords[action].toLowerCase()}`;

function Facts({ deed }: { deed: Deed }) {
  const { created_at, address, user_agent: agent, request_id: request, resource_type: type } = deed;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
      <Fact name="When">
        <Timestamp at={created_at} format="timestamp" />
        <span className="text-muted">
          (<Ago since={created_at} />)
        </span>
      </Fact>
      <Fact name="Person">
        <Who deed={deed} />
      </Fact>
      {type !== "sessions" && (
        <Fact name="What">
          <Resource deed={deed} />
        </Fact>
      )}
      {address !== null && (
        <Fact name="From">
          <span className="font-mono">{address}</span>
        </Fact>
      )}
      {agent && (
        <Fact name="With">
          <span className="wrap-anywhere">{agent}</span>
        </Fact>
      )}
      {request !== null && (
        <Fact name="Request">
          <span className="min-w-0 truncate font-mono">{request}</span>
          <CopyIcon text={request} label="Copy request id" />
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="flex min-h-7 items-center text-muted">{name}</dt>
    <dd className="flex min-h-7 min-w-0 items-center gap-1">{children}</dd>
  </div>
);

/** The changed values, and the names of columns whose values are hidden. */
function Values({ deed }: { deed: Deed }) {
  const { before, after, columns } = deed;
  const [was, is] = [useYaml(before ?? ""), useYaml(after ?? "")];
  const hidden = hiddenColumns(deed);
  if (before === null && after === null)
    return columns === null ? null : (
      <p className="text-muted">
        Changed: <span className="font-mono text-text">{columns.join(", ")}</span>. Their values are not stored.
      </p>
    );
  const isWritten = (before === null || was !== undefined) && (after === null || is !== undefined);
  return (
    <>
      {hidden.length > 0 && (
        <p className="text-muted">
          Also changed, with hidden values: <span className="font-mono text-text">{hidden.join(", ")}</span>.
        </p>
      )}
      {isWritten ? (
        <DiffViewer before={was ?? ""} after={is ?? ""} title="Before and after" />
      ) : (
        <TextSkeleton label="Before and after" lines={4} />
      )}
    </>
  );
}
