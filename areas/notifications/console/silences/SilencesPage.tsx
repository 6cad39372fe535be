import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { NotificationsScreen } from "../parts/NotificationsScreen.tsx";
import { silenceColumns } from "./silence-columns.tsx";
import { SilenceDialog } from "./SilenceDialog.tsx";
import { silenceState } from "./silence-state.ts";
import {
  allSilences,
  type ListedSilence,
  silenceFilters,
  silenceOptions,
  silencesPage,
  silencesWithoutMatch,
} from "./silences-query.ts";
import { useEndSilences } from "./use-end-silences.ts";

const silenceUrl = urlState({ id: text() });
const NONE: readonly string[] = [];

/** All silences: those without an end, then by their end, so that expired silences are last. */
export function SilencesPage() {
  const mayWrite = useActor().can("write", "notifications");
  const filters = useFilters(silenceFilters);
  const view = useTableView();
  const unmatched = useQuery(silencesWithoutMatch).data;
  const asked = { filters, view, unmatched };
  const found = useQuery(silencesPage(asked));
  const [{ id }, change] = useUrl(silenceUrl);
  const columns = useMemo(() => silenceColumns(unmatched ?? NONE), [unmatched]);
  const end = useEndSilences();
  const actions = useMemo(
    () => [
      {
        label: "Expire now",
        icon: "bell" as const,
        run: async (silences: readonly ListedSilence[]) =>
          end(silences.filter((silence) => silenceState(silence, Date.now()) !== "expired")),
      },
    ],
    [end],
  );
  return (
    <NotificationsScreen title="Silences" isTab refresh={found} actions={mayWrite && <AddSilence look="primary" />}>
      <div className="h-full p-4 pb-0">
        <DataTable
          id="notification-silences"
          caption="Silences"
          columns={columns}
          rows={found}
          keyOf={keyOfSilence}
          view={view}
          paging="server"
          filters={filters}
          toolbar={<FilterBar filters={filters} options={silenceOptions} />}
          {...(mayWrite && { actions })}
          open={(silence) => void change({ id: silence.id })}
          exportRows={() => allSilences(asked)}
          empty="No silences"
          emptyIcon="bell-off"
          emptyDetail="A silence hides messages about resources, for instance during planned work."
          emptyAction={mayWrite && <AddSilence />}
        />
      </div>
      <SilenceDialog
        id={id}
        known={found.data?.rows.find((silence) => silence.id === id)}
        close={() => void change({ id: undefined })}
      />
    </NotificationsScreen>
  );
}

const AddSilence = ({ look = "plain" }: { look?: "primary" | "plain" }) => (
  <ButtonLink href="/notifications/silences/add" icon="plus" look={look}>
    Add Silence
  </ButtonLink>
);

const keyOfSilence = ({ id }: ListedSilence) => id;
