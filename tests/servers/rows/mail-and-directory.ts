import { ldapAdmin, strictLdapAdmin } from "../openldap.ts";
import { ada, host, nobody, noTls, refused, trusting, untrusted, wrong, type Row, password } from "./row.ts";

const letter = { from: "deck@example.org", fromName: "Quarterdeck" };

const email: Row[] = [
  [
    "uses TLS if the server offers it",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, ...ada, insecure_tls: true }),
    `SMTP server ${host} with TLS, as ada`,
  ],
  [
    "accepts the right password without TLS",
    ({ smtp: { plainPort } }) => ({
      host,
      port: plainPort,
      encryptionMethod: "None",
      authMethod: "Plain",
      ...letter,
      ...ada,
    }),
    `SMTP server ${host}, as ada`,
  ],
  [
    "accepts the right password with CRAM-MD5",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, authMethod: "CRAMMD5", ...letter, ...ada }),
    `SMTP server ${host}, as ada`,
  ],
  [
    "accepts the right token over implicit TLS",
    ({ smtp: { tlsPort } }) => ({
      host,
      port: tlsPort,
      encryptionMethod: "ImplicitTLS",
      authMethod: "OAuth2",
      ...letter,
      ...ada,
    }),
    `SMTP server ${host} with TLS, as ada`,
    undefined,
    trusting,
  ],
  [
    "connects without authentication",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, authMethod: "None", insecure_tls: true }),
    `SMTP server ${host} with TLS, without signing in`,
  ],
  [
    "refuses a wrong password",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, ...wrong, insecure_tls: true }),
    ...refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ host, port, ...letter, ...ada }), ...nobody],
  [
    "refuses a certificate of an unknown authority",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, encryptionMethod: "ExplicitTLS", ...letter, ...ada }),
    ...untrusted,
  ],
  [
    "refuses a certificate of an unknown authority with implicit TLS",
    ({ smtp: { tlsPort } }) => ({ host, port: tlsPort, encryptionMethod: "ImplicitTLS", ...letter, ...ada }),
    ...untrusted,
  ],
  [
    "reports that the server does not support STARTTLS",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, encryptionMethod: "ExplicitTLS", ...letter, ...ada }),
    "The server does not offer TLS",
    "Choose a different encryption method, or turn on TLS on the server.",
  ],
  [
    "reports that the server does not support implicit TLS",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, encryptionMethod: "ImplicitTLS", ...letter, ...ada }),
    ...noTls,
  ],
  [
    "reports that the server expects TLS",
    ({ smtp: { tlsPort } }) => ({ host, port: tlsPort, encryptionMethod: "None", ...letter, ...ada }),
    "The server sent no greeting",
    "Check the port; choose ImplicitTLS if the server expects TLS from the start.",
  ],
];

const ldap: Row[] = [
  [
    "accepts the right password",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, username: ldapAdmin, password }),
    `OpenLDAP, directory dc=example,dc=org, as ${ldapAdmin}`,
  ],
  [
    "accepts the right password over TLS",
    ({ ldap: { tlsPort } }) => ({ url: `ldaps://${host}:${tlsPort}`, username: ldapAdmin, password }),
    `OpenLDAP, directory dc=example,dc=org, as ${ldapAdmin}`,
    undefined,
    trusting,
  ],
  [
    "refuses a wrong password",
    ({ ldap: { plainPort } }) => ({
      url: `ldap://${host}:${plainPort}`,
      username: ldapAdmin,
      password: "guessed-wrong",
    }),
    ...refused,
  ],
  [
    "reports a username that is not a distinguished name",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, ...ada }),
    "The username is not a valid name in this directory",
    "Write it in full, such as cn=ada,dc=example,dc=org.",
  ],
  [
    "reports a closed port",
    ({ nobody: port }) => ({ url: `ldap://${host}:${port}`, username: ldapAdmin, password }),
    ...nobody,
  ],
  [
    "refuses a certificate of an unknown authority",
    ({ ldap: { tlsPort } }) => ({ url: `ldaps://${host}:${tlsPort}`, username: ldapAdmin, password }),
    ...untrusted,
  ],
  [
    "reports that the server does not support TLS",
    ({ ldap: { plainPort } }) => ({ url: `ldaps://${host}:${plainPort}`, username: ldapAdmin, password }),
    "The server closed the connection during the TLS handshake",
    "Use the address or the port without TLS.",
  ],
  [
    "reports that the server expects TLS",
    ({ ldap: { tlsPort } }) => ({ url: `ldap://${host}:${tlsPort}`, username: ldapAdmin, password }),
    "The server closed the connection",
    "Check the port: ldaps:// uses TLS from the start, ldap:// does not.",
  ],
  [
    "reports that the directory requires TLS",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, username: strictLdapAdmin, password }),
    "The server requires TLS",
    "Use ldaps:// and its port in the URL.",
  ],
];

export const mailAndDirectoryRows = { email, ldap };
