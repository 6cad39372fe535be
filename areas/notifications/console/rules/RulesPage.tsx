import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { NotificationsScreen } from "../parts/NotificationsScreen.tsx";
import { ruleColumnsFor } from "./rule-columns.tsx";
import { RuleDialog } from "./RuleDialog.tsx";
import { allRules, type ListedRule, ruleFilters, RULES_PAGE_SIZE, rulesPage } from "./rules-query.ts";

const BY_NAME = { id: "name", desc: false };
const ruleUrl = urlState({ id: text(), add: text() });

/** The notification rules. */
export function RulesPage() {
  const mayWrite = useActor().can("write", "notifications");
  const filters = useFilters(ruleFilters);
  const view = useTableView({ sort: BY_NAME, pageSize: RULES_PAGE_SIZE, isOwnSize: true });
  const asked = { filters, view };
  const found = useQuery(rulesPage(asked));
  const [{ id, add }, change] = useUrl(ruleUrl);
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(() => ruleColumnsFor(isNarrow), [isNarrow]);
  const begin = () => void change({ add: "true" });
  return (
    <NotificationsScreen
      title="Rules"
      isTab
      refresh={found}
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={begin}>
            Add Notification Rule
          </Button>
        )
      }
    >
      <div className="h-full p-4 pb-0">
        <DataTable
          id="notification-rules"
          caption="Notification rules"
          columns={columns}
          rows={found}
          keyOf={keyOfRule}
          view={view}
          paging="server"
          filters={filters}
          toolbar={<FilterBar filters={filters} />}
          open={(rule) => void change({ id: rule.id })}
          exportRows={() => allRules(asked)}
          empty="No rules"
          emptyIcon="bell"
          emptyDetail="A rule sends messages about events, such as a failed check, to people, teams or other systems."
          emptyAction={
            mayWrite && (
              <Button icon="plus" onClick={begin}>
                Add Notification Rule
              </Button>
            )
          }
        />
      </div>
      <RuleDialog
        id={id}
        isAdding={add !== "" && mayWrite}
        close={() => void change({ id: undefined, add: undefined })}
      />
    </NotificationsScreen>
  );
}

const keyOfRule = ({ id }: ListedRule) => id;
