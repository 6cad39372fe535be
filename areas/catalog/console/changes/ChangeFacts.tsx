import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { Fact, Facts } from "../parts/Facts.tsx";
import { type ChangeDetail, peopleNames } from "./changes-query.ts";
import { SourceName } from "./SourceName.tsx";
import { KnownPeople, Who } from "./Who.tsx";

/** When it was, how bad, by whom, and in one line what. */
export function ChangeFacts({ change }: { change: ChangeDetail }) {
  const { created_at, first_observed, count, severity, source, summary, created_by, external_created_by } = change;
  const { data } = useQuery(peopleNames(created_by === null ? [] : [created_by]));
  const people = useMemo(() => new Map(data?.map((person) => [person.id, person])), [data]);
  return (
    <KnownPeople value={people}>
      <Facts>
        <Fact name="Date">
          <Timestamp at={created_at} />
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
          {(created_by ?? external_created_by) && <Who change={{ created_by, external_created_by }} />}
        </Fact>
        <Fact name="Summary">{summary}</Fact>
      </Facts>
    </KnownPeople>
  );
}
