// The report sections for details, version, locations and cost.
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { printDollars } from "#console/widgets/cost/cost.ts";
import { FactList } from "#console/widgets/FactList.tsx";
import type { Report } from "../../contract.ts";
import { FactCard, Figures, SubTitle } from "./Part.tsx";
import { ReportTable, type ReportColumn } from "./ReportTable.tsx";

type Property = Report["properties"][number];
type Version = NonNullable<Report["version"]>;

/** Only http and https URLs become links. */
const isWeb = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url);

const outside = "text-link wrap-anywhere hover:underline";

function PropertyValue({ property: { text, value, unit, links } }: { property: Property }) {
  const shown = [text ?? value, unit].filter((part) => part !== undefined && part !== "").join(" ");
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3">
      {shown && <span>{shown}</span>}
      {links.map(
        ({ url, text: name, label }) =>
          isWeb(url) && (
            <a key={url} href={url} target="_blank" rel="noopener noreferrer" className={outside}>
              {name || label || url}
            </a>
          ),
      )}
    </span>
  );
}

export const Details = ({ report }: { report: Report }) => (
  <>
    {report.description && <p className="mb-3 max-w-prose whitespace-pre-line">{report.description}</p>}
    <FactList
      facts={[
        ["Type", report.type],
        ["Namespace", report.namespace],
        ["Lifecycle", report.lifecycle],
        ...report.properties
          .filter(({ name }) => name?.toLowerCase() !== "lifecycle" || report.lifecycle === undefined)
          .map((property): [string, React.ReactNode] => [
            property.label || property.name || "",
            <PropertyValue key="value" property={property} />,
          ]),
      ]}
    />
  </>
);

const versionTitles: readonly [keyof Version, string][] = [
  ["number", "Number"],
  ["released", "Released"],
  ["deployed", "Deployed"],
  ["gitTag", "Git Tag"],
  ["repoName", "Repo Name"],
  ["createdBy", "Created By"],
  ["authorizedBy", "Authorized By"],
];

export function VersionInformation({ report: { version, repositories } }: { report: Report }) {
  const columns = versionTitles
    .filter(([field]) => version?.[field] !== undefined)
    .map(([field, title]): ReportColumn<Version> => ({ title, value: (row) => row[field] }));
  return (
    <>
      {version && <ReportTable caption="Version" columns={columns} rows={[version]} keyOf={() => "version"} />}
      {repositories.length > 0 && (
        <>
          <SubTitle>Repositories</SubTitle>
          <ul>
            {repositories.map(({ type, url, name }) => (
              <li key={url}>
                <span className="text-muted">{type}</span>{" "}
                <a href={url} target="_blank" rel="noopener noreferrer" className={outside}>
                  {name || url}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export const Locations = ({ locations }: { locations: Report["locations"] }) => (
  <ul className="grid gap-3 shell:grid-cols-2 wide:grid-cols-3 paper:grid-cols-3">
    {locations.map((place) => (
      <FactCard
        key={JSON.stringify(place)}
        title={
          <>
            <AnyIcon name={place.provider.toLowerCase()} />
            {place.account || place.name || place.provider}
          </>
        }
        note={[place.type, place.purpose].filter(Boolean).join(" · ")}
        facts={[
          ["Provider", place.provider],
          ["Name", place.name],
          ["Region", place.region],
          ["Resources", place.resourceCount.toLocaleString("en")],
        ]}
      />
    ))}
  </ul>
);

export const Cost = ({ cost }: { cost: NonNullable<Report["cost"]> }) => (
  <Figures
    figures={[
      ["Last day", printDollars(cost.daily)],
      ["Last 30 days", printDollars(cost.monthly)],
      ["Year (projected)", printDollars(cost.annual)],
    ]}
  />
);
