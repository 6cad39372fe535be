import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { readDate } from "#lib/time/dates.ts";
import { Fact, Facts } from "../parts/Facts.tsx";
import { type ChangeDetail, peopleNames } from "./changes-query.ts";
import { changesAround, changesBy, runOfChange } from "./other-changes.ts";
import { SourceName } from "./SourceName.tsx";
import { ChangeAuthor, KnownPeople } from "./ChangeAuthor.tsx";

/** Date, severity, source, author and summary of a change. */
export function ChangeFacts({ change }: { change: ChangeDetail }) {
  const { created_at, first_observed, count, severity, source, summary, created_by, external_created_by } = change;
  const run = runOfChange(change);
  const timeZone = useTimeZone();
  const moment = readDate(created_at);
  const who = created_by ?? external_created_by;
  const { data } = useQuery(peopleNames(created_by === null ? [] : [created_by]));
  const people = useMemo(() => new Map(data?.map((person) => [person.id, person])), [data]);
  return (
    <KnownPeople value={people}>
      <Facts>
        <Fact name="Date">
          <InRow>
            <Timestamp at={created_at} />
            {moment !== undefined && (
              <SimilarLink href={changesAround(moment, timeZone)}>Other changes at this time</SimilarLink>
            )}
          </InRow>
        </Fact>
        <Fact name="Seen">
          {count > 1 && (
            <>
              {count.toLocaleString("en")} times over <Age since={first_observed} to={created_at} />
            </>
          )}
        </Fact>
        <Fact name="Severity">{severity && <SeverityBadge severity={severity} />}</Fact>
        <Fact name="Source">{source && <SourceName source={source} />}</Fact>
        <Fact name="Created By">
          {who && (
            <InRow>
              <ChangeAuthor change={{ created_by, external_created_by }} />
              <SimilarLink href={changesBy(who)}>All changes by this author</SimilarLink>
            </InRow>
          )}
        </Fact>
        <Fact name="Summary">{summary}</Fact>
        <Fact name="Playbook Run">{run && <ResourceLink kind="playbook_run" id={run} name="Open the run" />}</Fact>
      </Facts>
    </KnownPeople>
  );
}

const InRow = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-x-3">{children}</span>
);

/** A link to similar changes, next to the value that they share. */
const SimilarLink = ({ href, children }: { href: string; children: string }) => (
  <AddressLink href={href} className="text-link hover:underline">
    {children}
  </AddressLink>
);
