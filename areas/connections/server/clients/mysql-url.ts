// Converts data source names of the Go driver, `user:password@tcp(host:3306)/database?tls=true`, to URLs. Manifests
// also write them with a scheme: `mysql://user:password@tcp(host)/database`.
import { decoded } from "../connection/address.ts";

const dataSourceName = /^\s*(?:(?:mysql|mariadb):\/\/)?(?:(.*)@)?tcp[46]?\(([^()]*)\)(\/.*)?$/is;

/** Returns any other string unchanged. */
export function mysqlUrl(text: string | null): string | null {
  const found = dataSourceName.exec(text ?? "");
  if (!found) return text;
  const [, signIn = "", address = "", rest = ""] = found;
  return `mysql://${signIn === "" ? "" : `${escaped(signIn)}@`}${address}${rest}`;
}

/** The password is written literally, or percent-encoded when a template filled it in. */
function escaped(signIn: string): string {
  const [, user = "", password = ""] = /^([^:]*):?(.*)$/s.exec(signIn)!;
  return [user, password].map((part) => encodeURIComponent(decoded(part))).join(":");
}
