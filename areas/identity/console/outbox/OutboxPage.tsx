import { useQuery } from "@tanstack/react-query";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { LetterDialog } from "./LetterDialog.tsx";
import { letterColumns } from "./letter-columns.tsx";
import { type Letter, lettersPage, mailing, outboxFilters, outboxUrl, stateWords } from "./outbox-query.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
const options = { status: Object.entries(stateWords).map(([value, label]) => ({ value, label })) };

/** The mails of the identity service. Without a mail server an administrator passes their contents on. */
export function OutboxPage() {
  const filters = useFilters(outboxFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const letters = useQuery(lettersPage({ filters, view }));
  const about = useQuery(mailing);
  const [{ mail }, change] = useUrl(outboxUrl);
  return (
    <Page title="Outbox" refresh={letters}>
      <div className="flex h-full flex-col gap-3 p-4 pb-0">
        <About mailing={about.data?.payload} hasLetters={(letters.data?.total ?? 0) > 0} />
        <div className="min-h-0 flex-1">
          <DataTable
            id="outbox"
            caption="Messages"
            columns={letterColumns}
            rows={letters}
            keyOf={keyOfLetter}
            view={view}
            paging="server"
            filters={filters}
            toolbar={<FilterBar filters={filters} options={options} />}
            open={({ id }) => void change({ mail: id })}
            empty="No messages"
            emptyIcon="mail"
            emptyDetail="Invitations and password resets are kept for eight days."
          />
        </div>
      </div>
      <LetterDialog id={mail} close={() => void change({ mail: undefined })} />
    </Page>
  );
}

interface AboutProps {
  mailing: { is_sent: boolean; from: string } | undefined;
  hasLetters: boolean;
}

function About({ mailing: known, hasLetters }: AboutProps) {
  if (!known) return <div className="min-h-9 max-shell:min-h-14" />;
  return (
    <p
      role="note"
      className={`flex items-start gap-2 rounded-md px-3 py-2 ${known.is_sent ? "bg-sunken text-muted" : "bg-warning/15 text-text"}`}
    >
      <Icon
        name={known.is_sent ? "mail" : "triangle-alert"}
        size={16}
        className={`mt-0.5 shrink-0 ${known.is_sent ? "" : "text-warning-text"}`}
      />
      {known.is_sent ? (
        <span className="min-w-0 wrap-anywhere">
          Messages are sent from {known.from}. The contents of sent messages are not stored. Failed messages are retried
          for some hours.
        </span>
      ) : (
        <span>
          Email is not configured. Messages stay here
          {hasLetters ? "; open one to copy its link." : ", where an administrator copies their links."} To send them,
          set the environment variable <code className="font-mono">SMTP_URL</code> of the server, such as{" "}
          <code className="font-mono wrap-anywhere">smtp://user:password@mail.example.org:587</code>, and restart it.
        </span>
      )}
    </p>
  );
}

const keyOfLetter = ({ id }: Letter) => id;
