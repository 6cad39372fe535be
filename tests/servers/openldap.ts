// Runs Debian's OpenLDAP, without and with TLS. A second directory rejects authentication without TLS.
import { Client } from "ldapts";
import { freePort } from "../support/free-port.ts";
import type { Issued } from "../support/certificates.ts";
import { debianFile } from "./debian-programs.ts";
import { serverFolder, startServer } from "./server-process.ts";

export const ldapAdmin = "cn=ada,dc=example,dc=org";
export const strictLdapAdmin = "cn=ada,dc=strict,dc=org";

export async function startOpenLdap({ cert, key }: Issued, password: string) {
  const folder = serverFolder("openldap");
  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  const database = (name: string, admin: string) => [
    "database mdb",
    `suffix "dc=${name},dc=org"`,
    `rootdn "${admin}"`,
    `rootpw "${password}"`,
    `directory ${folder.makeFolder(name)}`,
    "maxsize 10485760",
  ];
  const settings = [
    `include ${debianFile("etc/ldap/schema/core.schema")}`,
    `pidfile ${folder.path}/pid`,
    `argsfile ${folder.path}/args`,
    `modulepath ${debianFile("usr/lib/ldap")}`,
    "moduleload back_mdb",
    `TLSCertificateFile ${folder.write("server.crt", cert)}`,
    `TLSCertificateKeyFile ${folder.write("server.key", key)}`,
    ...database("example", ldapAdmin),
    ...database("strict", strictLdapAdmin),
    "security simple_bind=128",
  ];
  const file = folder.write("slapd.conf", `${settings.join("\n")}\n`);
  const addresses = `ldap://127.0.0.1:${plainPort}/ ldaps://127.0.0.1:${tlsPort}/`;
  const args = ["-f", file, "-h", addresses, "-d", "0"];
  const { stop } = await startServer({ folder, program: "slapd", args, ports: [plainPort, tlsPort] });
  const client = new Client({ url: `ldap://127.0.0.1:${plainPort}` });
  await client.bind(ldapAdmin, password);
  await client.add("dc=example,dc=org", { objectClass: ["dcObject", "organization"], dc: "example", o: "Example" });
  await client.unbind();
  return { plainPort, tlsPort, stop };
}
