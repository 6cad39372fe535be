import type { Report, ReportUser } from "../../contract.ts";
import { FactCard, SubTitle } from "./Part.tsx";
import { type ReportColumn, ReportTable } from "./ReportTable.tsx";
import { When } from "./When.tsx";

type Authentication = Report["accessControl"]["authentication"][number];

const columns: readonly ReportColumn<ReportUser>[] = [
  { title: "Name", value: ({ name }) => name, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: "Email", value: ({ email }) => email, isWide: true },
  { title: "Role", value: ({ role }) => role },
  { title: "Created", value: ({ created }) => created, cell: ({ created }) => <When at={created} />, isShort: true },
  {
    title: "Last Login",
    value: ({ lastLogin }) => lastLogin,
    cell: ({ lastLogin }) => <When at={lastLogin} />,
    isShort: true,
  },
  {
    title: "Last Access Review",
    value: ({ lastAccessReview }) => lastAccessReview,
    cell: ({ lastAccessReview }) => <When at={lastAccessReview} />,
    isShort: true,
  },
];

/** The user accounts of the application, and its authentication methods. */
export function People({ access }: { access: Report["accessControl"] }) {
  const { users, authentication } = access;
  return (
    <>
      {users.length > 0 && (
        <ReportTable caption="Users and roles" columns={columns} rows={users} keyOf={({ id }) => id} />
      )}
      {authentication.length > 0 && (
        <>
          <SubTitle>Authentication Methods</SubTitle>
          <ul className="grid gap-3 shell:grid-cols-3 paper:grid-cols-3">
            {authentication.map((method) => (
              <FactCard key={method.name} title={method.name} facts={factsOf(method)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const factsOf = ({ type, provider, domain, mfa, passwordPolicy }: Authentication): [string, string | undefined][] => [
  ["Type", type],
  ["Provider", provider],
  ["Domain", domain],
  ["MFA Type", mfa?.type],
  ["MFA Enforcement", printEnforced(mfa?.enforced)],
  ["Password Expiry", passwordPolicy?.expiry],
  ["Password Strength", passwordPolicy?.strength],
];

const printEnforced = (enforced: boolean | string | undefined) =>
  typeof enforced === "boolean" ? (enforced ? "Enforced" : "Not enforced") : enforced;
