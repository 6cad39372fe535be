import { ldapAdmin, strictLdapAdmin } from "../openldap.ts";
import { password } from "../password.ts";
import { ada, host, nobody, noTls, refused, trusting, untrusted, wrong, type Row } from "./row.ts";

const letter = { from: "deck@example.org", fromName: "Quarterdeck" };

const email: Row[] = [
  [
    "the right password, TLS when it is offered",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, ...ada, insecure_tls: true }),
    `SMTP server ${host} with TLS, as ada`,
  ],
  [
    "the right password, without TLS",
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
    "the right password, hashed",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, authMethod: "CRAMMD5", ...letter, ...ada }),
    `SMTP server ${host}, as ada`,
  ],
  [
    "the right token, TLS from the first byte on",
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
    "nobody signed in",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, authMethod: "None", insecure_tls: true }),
    `SMTP server ${host} with TLS, without signing in`,
  ],
  [
    "a wrong password",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, ...letter, ...wrong, insecure_tls: true }),
    ...refused,
  ],
  ["nobody there", ({ nobody: port }) => ({ host, port, ...letter, ...ada }), ...nobody],
  [
    "a certificate of somebody unknown",
    ({ smtp: { startTlsPort } }) => ({ host, port: startTlsPort, encryptionMethod: "ExplicitTLS", ...letter, ...ada }),
    ...untrusted,
  ],
  [
    "a certificate of somebody unknown, at once",
    ({ smtp: { tlsPort } }) => ({ host, port: tlsPort, encryptionMethod: "ImplicitTLS", ...letter, ...ada }),
    ...untrusted,
  ],
  [
    "STARTTLS asked of a server without",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, encryptionMethod: "ExplicitTLS", ...letter, ...ada }),
    "The server does not offer TLS",
    "Choose a different encryption method, or turn on TLS on the server.",
  ],
  [
    "TLS at once asked of a server without",
    ({ smtp: { plainPort } }) => ({ host, port: plainPort, encryptionMethod: "ImplicitTLS", ...letter, ...ada }),
    ...noTls,
  ],
  [
    "none asked of a server that expects it",
    ({ smtp: { tlsPort } }) => ({ host, port: tlsPort, encryptionMethod: "None", ...letter, ...ada }),
    "The server sent no greeting",
    "Check the port; choose ImplicitTLS if the server expects TLS from the start.",
  ],
];

const ldap: Row[] = [
  [
    "the right password",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, username: ldapAdmin, password }),
    `OpenLDAP, directory dc=example,dc=org, as ${ldapAdmin}`,
  ],
  [
    "the right password, with TLS",
    ({ ldap: { tlsPort } }) => ({ url: `ldaps://${host}:${tlsPort}`, username: ldapAdmin, password }),
    `OpenLDAP, directory dc=example,dc=org, as ${ldapAdmin}`,
    undefined,
    trusting,
  ],
  [
    "a wrong password",
    ({ ldap: { plainPort } }) => ({
      url: `ldap://${host}:${plainPort}`,
      username: ldapAdmin,
      password: "guessed-wrong",
    }),
    ...refused,
  ],
  [
    "a user that is no name",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, ...ada }),
    "The username is not a valid name in this directory",
    "Write it in full, such as cn=ada,dc=example,dc=org.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `ldap://${host}:${port}`, username: ldapAdmin, password }), ...nobody],
  [
    "a certificate of somebody unknown",
    ({ ldap: { tlsPort } }) => ({ url: `ldaps://${host}:${tlsPort}`, username: ldapAdmin, password }),
    ...untrusted,
  ],
  [
    "TLS asked of a server without",
    ({ ldap: { plainPort } }) => ({ url: `ldaps://${host}:${plainPort}`, username: ldapAdmin, password }),
    "The server closed the connection during the TLS handshake",
    "Use the address or the port without TLS.",
  ],
  [
    "none asked of a server that expects it",
    ({ ldap: { tlsPort } }) => ({ url: `ldap://${host}:${tlsPort}`, username: ldapAdmin, password }),
    "The server closed the connection",
    "Check the port: ldaps:// uses TLS from the start, ldap:// does not.",
  ],
  [
    "none asked of a directory that wants it",
    ({ ldap: { plainPort } }) => ({ url: `ldap://${host}:${plainPort}`, username: strictLdapAdmin, password }),
    "The server requires TLS",
    "Use ldaps:// and its port in the URL.",
  ],
];

export const mailAndDirectoryRows = { email, ldap };
