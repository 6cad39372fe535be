import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { LetterDialog } from "./LetterDialog.tsx";
import { letterColumnsFor } from "./letter-columns.tsx";
import { type Letter, lettersPage, mailing, outboxFilters, outboxUrl, stateWords } from "./outbox-query.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
const options = { status: Object.entries(stateWords).map(([value, label]) => ({ value, label })) };

/** The mails of the identity service. Without a mail server, an administrator passes the links on. */
export function OutboxPage() {
  const filters = useFilters(outboxFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const letters = useQuery(lettersPage({ filters, view }));
  const about = useQuery(mailing);
  const [{ mail }, change] = useUrl(outboxUrl);
  const shown = letters.data?.rows;
  const columns = useMemo(() => letterColumnsFor(shown), [shown]);
  return (
    <Page title="Outbox" refresh={letters}>
      <div className="flex h-full flex-col gap-3 p-4 pb-0">
        <About mailing={about.data?.payload} hasLetters={(letters.data?.total ?? 0) > 0} />
        <div className="min-h-0 flex-1">
          <DataTable
            id="outbox"
            caption="Messages"
            columns={columns}
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

const SMTP_EXAMPLE = "SMTP_URL=smtp://user:password@mail.example.org:587";

function About({ mailing: known, hasLetters }: AboutProps) {
  if (!known) return <div className="min-h-9 max-shell:min-h-14" />;
  if (known.is_sent)
    return (
      <p role="note" className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-muted">
        <Icon name="mail" size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          Messages are sent from {known.from}. The contents of sent messages are not stored. Failed messages are retried
          for some hours.
        </span>
      </p>
    );
  return (
    <div role="note" className="flex items-start gap-2 rounded-md bg-warning/15 px-3 py-2">
      <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0 text-warning-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p>
          <span className="font-medium">Email is not configured.</span> Messages stay here
          {hasLetters ? "; copy a link and pass it on." : ", where an administrator copies their links."}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>To send messages, set this environment variable of the server and restart it:</span>
          <span className="flex min-w-0 items-center gap-1 rounded-sm bg-surface pl-2">
            <code className="min-w-0 font-mono wrap-anywhere">{SMTP_EXAMPLE}</code>
            <CopyIcon text={SMTP_EXAMPLE} label="Copy the variable" />
          </span>
        </p>
      </div>
    </div>
  );
}

const keyOfLetter = ({ id }: Letter) => id;
