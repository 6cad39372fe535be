// Downloads the snapshot of a component. The response is a zip file, so the client for JSON cannot read it.
import { track } from "#console/analytics.ts";
import { refusedRequest } from "#console/client/failure.ts";
import { leaveForLogin } from "#console/client/login.ts";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { fillPath } from "#language/call.ts";
import { snapshotTopology } from "../../contract.ts";

interface SnapshotOptions {
  /** The age of the oldest check results, such as 15m. */
  start: string;
  /** Whether related components are included. */
  related: boolean;
}

export async function downloadSnapshot(
  { id, name }: { id: string; name: string },
  { start, related }: SnapshotOptions,
): Promise<void> {
  const query = new URLSearchParams({ start, related: String(related) });
  const answer = await fetch(`${fillPath(snapshotTopology.path, { id })}?${query}`, { credentials: "same-origin" });
  if (!answer.ok) {
    const problem = refusedRequest(answer.status, await answer.json().catch(() => undefined), answer.headers);
    if (problem.status === 401) leaveForLogin();
    throw problem;
  }
  downloadFile(`${name}-snapshot.zip`, await answer.blob(), "application/zip");
  track("DownloadedSnapshot");
}
