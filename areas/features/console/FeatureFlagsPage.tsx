import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { type Flag, flagFilters, flagUrl, wantedFlags } from "./features-query.ts";
import { allProperties } from "./properties-query.ts";
import { FlagDialog } from "./FlagDialog.tsx";
import { flagColumns } from "./flag-columns.tsx";

/** Settings of the whole system by name; those that end in .disable switch features off, at once and for all users. */
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
  const rows = useMemo(() => ({ ...properties, data: shown }), [properties, shown]);
  const add = () => void change({ addFlag: "true" });
  return (
    <Page
      title="Feature Flags"
      refresh={properties}
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={add}>
            <span>
              Add<span className="max-shell:sr-only"> Feature Flag</span>
            </span>
          </Button>
        )
      }
    >
      {all?.length === 0 ? (
        <NoFlags add={mayWrite ? add : undefined} />
      ) : (
        <div className="h-full p-4 pb-0">
          <DataTable
            id="feature-flags"
            caption="Feature flags"
            columns={flagColumns}
            rows={rows}
            keyOf={keyOfFlag}
            filters={filters}
            toolbar={<FilterBar filters={filters} />}
            open={open}
            emptyDetail="No feature flag matches the search."
          />
        </div>
      )}
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

/** `add` is undefined for people who may not add a flag. */
const NoFlags = ({ add }: { add: (() => void) | undefined }) => (
  <div role="status" className="flex flex-col items-center px-4 pt-[16vh] pb-16 text-center">
    <Icon name="toggle-right" size={24} className="mb-3 text-faint" />
    <p className="text-title font-medium">No feature flags are set</p>
    <p className="mt-1 max-w-md text-balance text-muted">
      Every feature is switched on, and every property has its default value. A flag such as{" "}
      <span className="font-mono text-text">health.disable</span> switches a feature off for everybody, at once.
    </p>
    {add && (
      <Button icon="plus" onClick={add} className="mt-4 max-shell:h-10">
        Add the first flag
      </Button>
    )}
  </div>
);

const keyOfFlag = ({ name }: Flag) => name;
