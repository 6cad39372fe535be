import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import type { RefreshError, ViewAnswer } from "../../contract.ts";

/** The part of a view that an error is about. */
function placeOf({ query, column, variable }: RefreshError): string | undefined {
  if (query !== undefined) return `Query ${query}`;
  if (column !== undefined) return `Column ${column}`;
  return variable === undefined ? undefined : `Variable ${variable}`;
}

/** The reasons of a failed refresh and the age of the data that are shown instead; limits that were reached. */
export function RefreshNotes({ answer }: { answer: ViewAnswer }) {
  const { refreshStatus, refreshError, errors, warnings, refreshing, lastRefreshedAt } = answer;
  // A panel shows its own error. A refresh that is late has its own note.
  const listed = errors.filter((error) => error.panel === undefined && !(refreshing && placeOf(error) === undefined));
  const panels = errors.flatMap(({ panel = [] }) => panel);
  const hasFailed = refreshStatus === "error" && (listed.length > 0 || (panels.length === 0 && !refreshing));
  return (
    <>
      {(hasFailed || panels.length > 0) && (
        <div role="alert" className="flex items-start gap-2 rounded-md border border-line bg-unhealthy-soft px-3 py-2">
          <span className="flex h-5 items-center">
            <StatusMark meaning="unhealthy" />
          </span>
          <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {hasFailed && (
              <p className="font-medium">
                The view could not be refreshed.{" "}
                {lastRefreshedAt !== undefined && (
                  <span className="font-normal">
                    The data are from <Elapsed since={lastRefreshedAt} /> ago.
                  </span>
                )}
              </p>
            )}
            {hasFailed && errors.length === 0 && <p>{refreshError}</p>}
            <ul>
              {listed.map((error, index) => (
                <li key={index}>
                  {placeOf(error) && <span className="font-medium">{placeOf(error)}: </span>}
                  {error.message}
                  {error.hint && <span className="text-muted"> {error.hint}</span>}
                </li>
              ))}
            </ul>
            {panels.length > 0 && <p>Panels that could not be read: {panels.join(", ")}.</p>}
          </div>
        </div>
      )}
      {warnings.map((warning) => (
        <p
          key={warning}
          role="status"
          className="flex items-start gap-2 rounded-md border border-line bg-surface px-3 py-2"
        >
          <span className="flex h-5 items-center">
            <StatusMark meaning="warning" />
          </span>
          <span className="min-w-0 wrap-anywhere">{warning}</span>
        </p>
      ))}
      {refreshing && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner size={14} />
          {lastRefreshedAt === undefined
            ? "The data are being read for the first time."
            : "A refresh is running. The page shows the new data when it ends."}
        </p>
      )}
    </>
  );
}
