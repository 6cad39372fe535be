import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import type { ViewAnswer } from "../../contract.ts";
import type { Values } from "../data/view-query.ts";
import { Panels } from "../panels/Panels.tsx";
import { ViewTable } from "../table/ViewTable.tsx";
import { RefreshNotes } from "./RefreshNotes.tsx";
import { VariableBar } from "./VariableBar.tsx";

interface ViewContentProps {
  answer: ViewAnswer;
  values: Values;
  choose: (key: string, value: string) => void;
  /** Variable values that the page sets; these variables have no control. */
  fixed?: Values;
  /** Whether the data of new variable values are being loaded. */
  isOutdated?: boolean;
  /** A prefix for the table's URL parameters. */
  prefix?: string;
  /** Whether the content fills the page. */
  isPage?: boolean;
  /** The sections, which are shown below the table. */
  children?: ReactNode;
}

/** The content of a view: variables, errors, panels, table and sections. */
export function ViewContent(props: ViewContentProps) {
  const { answer, values, choose, fixed = {}, isOutdated = false, prefix = "", isPage = false, children } = props;
  const { panels, columns, rows, sections, lastRefreshedAt, refreshStatus } = answer;
  const variables = answer.variables.filter(({ key }) => !Object.hasOwn(fixed, key));
  const hasTable = columns.some(({ hidden, type }) => !hidden && type !== "row_attributes");
  // If the only refresh so far failed, the table may be empty because of that failure, so it is not shown.
  const hasRows = rows.length > 0 || lastRefreshedAt !== undefined || refreshStatus !== "error";
  const isEmpty = panels.length === 0 && !hasTable && sections.length === 0;
  const isAlone = isPage && hasTable && panels.length === 0 && sections.length === 0;
  return (
    <div
      aria-busy={isOutdated}
      className={`flex min-w-0 flex-col gap-3 ${isAlone ? "h-full" : ""} ${isOutdated ? "opacity-60" : ""}`}
    >
      {(variables.length > 0 || lastRefreshedAt !== undefined) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {variables.length > 0 && <VariableBar variables={variables} values={values} choose={choose} />}
          {lastRefreshedAt !== undefined && (
            <span className="ml-auto text-meta text-muted">
              Last refreshed: <Ago since={lastRefreshedAt} />
            </span>
          )}
        </div>
      )}
      <RefreshNotes answer={answer} />
      {isEmpty ? (
        <NoData />
      ) : (
        <>
          <Panels panels={panels} />
          {hasTable && hasRows && (
            <div className={isAlone ? "min-h-0 flex-1" : "min-w-0"}>
              <ViewTable answer={answer} prefix={prefix} isAlone={isAlone} />
            </div>
          )}
          {children}
        </>
      )}
    </div>
  );
}

const NoData = () => (
  <div className="flex flex-col items-center px-4 py-16 text-center">
    <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
      <Icon name="columns-3" size={24} />
    </span>
    <h2 className="text-display font-semibold">No view data</h2>
    <p className="mt-2 text-muted">No data available for this view.</p>
  </div>
);
