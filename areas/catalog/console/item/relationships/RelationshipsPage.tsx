import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { preference, usePreference } from "#console/preference.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Toggle } from "#console/widgets/Toggle.tsx";
import { configPath } from "../../parts/config-path.ts";
import type { Item } from "../item-query.ts";
import { ItemFrame } from "../ItemFrame.tsx";
import { NoRelationships } from "./NoRelationships.tsx";
import { relatedColumns, worstTypesFirst } from "./related-columns.tsx";
import { MAX_RELATED, type Related } from "./related-query.ts";
import { MAX_DEPTH, waysOf } from "./related-url.ts";
import { relationsOf } from "./relations.ts";
import { RelatedGraph } from "./RelatedGraph.tsx";
import { useRelated } from "./use-related.ts";

const lastView = preference("catalog_relationships_view", (stored) => (stored === "table" ? "table" : "graph"));

const VIEWS = [
  { value: "graph", label: "Graph" },
  { value: "table", label: "Table" },
] as const;

const WAYS = [
  { value: "outgoing", label: "Outgoing" },
  { value: "incoming", label: "Incoming" },
  { value: "all", label: "Both" },
] as const;

/** The relationships of an item, as a table or as a graph. */
export const RelationshipsPage = () => <ItemFrame>{(item) => <Relationships key={item.id} item={item} />}</ItemFrame>;

function Relationships({ item }: { item: Item }) {
  const related = useRelated(item);
  const { url, change, filters, options, found, shown, others, isAlone, hidden } = related;
  const preferred = usePreference(lastView);
  const view = url.view === "" ? preferred : url.view;
  const navigate = useNavigate();
  const columns = useMemo(() => relatedColumns(relationsOf(shown ?? [], item.id)), [shown, item.id]);
  const listed = useMemo(() => others && worstTypesFirst(others), [others]);
  const table = useTableView({ groupBy: "type", isOwnSize: true, sort: WORST_FIRST });
  const toolbar = (
    <>
      <Segments
        label="View"
        options={VIEWS}
        value={view}
        onChange={(next) => {
          lastView.set(next);
          void change({ view: next });
        }}
      />
      <FilterBar
        filters={filters}
        options={options}
        label="Relationship filters"
        choices={
          <span className="flex items-center gap-2 max-shell:contents">
            <Segments
              label="Direction"
              options={WAYS}
              value={waysOf(url)}
              onChange={(ways) => void change({ outgoing: ways !== "incoming", incoming: ways !== "outgoing" })}
            />
            <Toggle
              isOn={url.relation === "soft"}
              title="Also show links that are not between parent and child"
              onChange={(isSoft) => void change({ relation: isSoft ? "soft" : undefined })}
            >
              Soft links
            </Toggle>
            <ChoiceFilter
              label="Depth"
              all={false}
              options={DEPTHS}
              value={String(url.depth)}
              change={(depth) => void change({ depth: Number(depth) })}
            />
          </span>
        }
      />
    </>
  );
  if (view === "graph")
    return (
      <div className="flex h-full min-h-0 flex-col">
        <div data-toolbar className="group/toolbar flex shrink-0 flex-wrap items-start gap-2 p-4 pb-2">
          {toolbar}
        </div>
        {isAlone && shown?.length === 1 && (
          <div role="status" className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-muted">
            <NoRelationships item={item} related={related} />
          </div>
        )}
        <div className="relative min-h-80 flex-1 border-t border-line">
          <RelatedGraph item={item} related={related} />
        </div>
      </div>
    );
  return (
    <div className="flex h-full flex-col p-4 pb-0">
      {hidden > 0 && (
        <p role="status" className="shrink-0 pb-2 text-muted">
          The nearest {MAX_RELATED.toLocaleString("en")} are shown; there are {hidden.toLocaleString("en")} more. Filter
          to see others.
        </p>
      )}
      <div className="min-h-0 flex-1">
        <DataTable
          id="catalog.item.relationships"
          caption="Relationships"
          columns={columns}
          rows={{ ...found, data: listed }}
          keyOf={keyOf}
          view={table}
          areGroupsOpen
          filters={filters}
          toolbar={toolbar}
          open={({ id }) => void navigate({ to: configPath(id) })}
          empty="No relationships"
          emptyDetail={
            <div className="flex flex-col items-center gap-3">
              <NoRelationships item={item} related={related} />
            </div>
          }
        />
      </div>
    </div>
  );
}

const keyOf = ({ id }: Related) => id;
/** The groups keep the order of the rows. */
const WORST_FIRST = { id: "status", desc: false };
const DEPTHS = Array.from({ length: MAX_DEPTH }, (_, index) => ({ value: String(index + 1) }));
