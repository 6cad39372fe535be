import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { type Flag, flagFilters, flagUrl, updateFlag, wantedFlags } from "./features-query.ts";
import { allProperties } from "./properties-query.ts";
import { FlagDialog } from "./FlagDialog.tsx";
import { flagColumns } from "./flag-columns.tsx";

/** The page for system settings. Settings whose names end in .disable disable features immediately for all users. */
export function FeatureFlagsPage() {
  const properties = useQuery(allProperties);
  const mayWrite = useActor().can("write", "feature_flags");
  const filters = useFilters(flagFilters);
  const [{ flag, addFlag }, change] = useUrl(flagUrl);
  const search = filters.text("search");
  const all = properties.data;
  const shown = useMemo(() => all && wantedFlags(all, search), [all, search]);
  const open = ({ name, source }: Flag) => {
    if (source === "local") toast.error("Cannot edit local feature flags");
    else if (mayWrite) void change({ flag: name });
  };
  const hasSources = all?.some(({ origin, overrides }) => origin !== null || overrides) ?? false;
  const cache = useQueryClient();
  const columns = useMemo(() => {
    const write = async ({ name }: Flag, value: string) => {
      try {
        await updateFlag({ name, value });
        toast.success("Feature flag updated successfully");
      } catch (error) {
        toast.error(messageOf(error));
      }
      await cache.invalidateQueries({ queryKey: allProperties.queryKey });
    };
    return flagColumns({ change: mayWrite ? (of, value) => void write(of, value) : undefined, hasSources });
  }, [cache, mayWrite, hasSources]);
  return (
    <Page
      title="Feature Flags"
      refresh={properties}
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={() => void change({ addFlag: "true" })}>
            Add Feature Flag
          </Button>
        )
      }
    >
      <div className="h-full p-4 pb-0">
        <DataTable
          id="feature-flags"
          caption="Feature flags"
          columns={columns}
          rows={useMemo(() => ({ ...properties, data: shown }), [properties, shown])}
          keyOf={keyOfFlag}
          view={useTableView({ sort: BY_NAME })}
          filters={filters}
          toolbar={<FilterBar filters={filters} />}
          open={open}
          empty={all?.length === 0 ? "No feature flags" : "No data available"}
          emptyIcon="toggle-right"
          emptyDetail={all?.length === 0 ? NO_FLAGS : "No feature flag matches the search."}
          emptyAction={
            mayWrite && (
              <Button icon="plus" onClick={() => void change({ addFlag: "true" })}>
                Add the first feature flag
              </Button>
            )
          }
        />
      </div>
      {mayWrite && (
        <FlagDialog
          isOpen={addFlag === "true" || flag !== ""}
          name={flag}
          stored={all?.find(({ name, source }) => name === flag && source === "db")}
          isKnown={all !== undefined}
          close={() => void change({ flag: undefined, addFlag: undefined })}
        />
      )}
    </Page>
  );
}

const NO_FLAGS = (
  <>
    Every feature is switched on, and every property has its default value. A flag such as{" "}
    <span className="font-mono text-text">health.disable</span> switches a feature off for everyone, at once.
  </>
);

const BY_NAME = { id: "name", desc: false };
const keyOfFlag = ({ name }: Flag) => name;
