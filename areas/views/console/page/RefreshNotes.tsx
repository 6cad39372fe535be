import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import type { RefreshError, ViewAnswer } from "../../contract.ts";

/** The part of a view that an error is about. */
function placeOf({ query, panel, column, variable }: RefreshError): string | undefined {
  if (query !== undefined) return `Query ${query}`;
  if (panel !== undefined) return `Panel ${panel}`;
  if (column !== undefined) return `Column ${column}`;
  return variable === undefined ? undefined : `Variable ${variable}`;
}

/** Notes above the content: the errors of a failed refresh, the age of the old data, and warnings. */
export function RefreshNotes({ answer }: { answer: ViewAnswer }) {
  const { errors, warnings, refreshing, lastRefreshedAt } = answer;
  // A refresh that is still running has its own note below.
  const listed = errors.filter((error) => !refreshing || placeOf(error) !== undefined);
  return (
    <>
      {listed.length > 0 && (
        <div role="alert" className="flex items-start gap-2 rounded-md border border-line bg-unhealthy-soft px-3 py-2">
          <span className="flex h-5 items-center">
            <StatusMark meaning="unhealthy" />
          </span>
          <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {lastRefreshedAt === undefined ? (
              <p className="font-medium">Parts of the view could not be read.</p>
            ) : (
              <p className="font-medium">
                The view could not be refreshed.{" "}
                <span className="font-normal">
                  The data were loaded <Elapsed since={lastRefreshedAt} /> ago.
                </span>
              </p>
            )}
            <ul>
              {listed.map((error, index) => (
                <li key={index}>
                  {placeOf(error) && <span className="font-medium">{placeOf(error)}: </span>}
                  {error.message}
                  {error.hint && <span className="text-muted"> {error.hint}</span>}
                </li>
              ))}
            </ul>
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
          <Spinner size={14} />A refresh is running. The page shows the new data when it ends.
        </p>
      )}
    </>
  );
}
