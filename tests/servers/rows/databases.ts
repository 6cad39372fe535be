import { password } from "../password.ts";
import { ada, host, nobody, notOffered, refused, trusting, untrusted, wrong, type Row } from "./row.ts";

const postgres: Row[] = [
  [
    "the right password",
    ({ postgres: { port } }) => ({ url: `postgres://$(username):$(password)@${host}:${port}/orders`, ...ada }),
    /^PostgreSQL 18\.\d+, database orders, as ada$/,
  ],
  [
    "credentials only in the fields",
    ({ postgres: { port } }) => ({ url: `${host}:${port}`, ...ada }),
    /^PostgreSQL 18\.\d+, database postgres, as ada$/,
  ],
  [
    "an address in words",
    ({ postgres: { port } }) => ({
      url: `host=${host} port=${port} dbname='orders' user=$(username) password='$(password)' sslmode=require`,
      ...ada,
    }),
    /database orders, as ada$/,
  ],
  ["a wrong password", ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, ...wrong }), ...refused],
  [
    "a wrong user",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, username: "eve", password }),
    "The server does not allow this user to connect from this host",
    "Check the username and the server's pg_hba.conf.",
  ],
  [
    "a wrong database",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/nowhere`, ...ada }),
    "The database does not exist",
    "Check the database name in the URL.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `postgres://${host}:${port}`, ...ada }), ...nobody],
  [
    "an address that is none",
    () => ({ url: "postgres://[::", ...ada }),
    "The URL is not valid",
    "Use the form postgres://host:port. Special characters in a name or a password must be percent-encoded.",
  ],
  [
    "TLS, unchecked",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=require`, username: "grace", password }),
    /as grace$/,
  ],
  [
    "TLS preferred, and offered",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=prefer`, username: "grace", password }),
    /as grace$/,
  ],
  [
    "TLS preferred, and not offered",
    ({ plainPostgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=prefer`, ...wrong }),
    ...refused,
  ],
  [
    "a certificate of somebody unknown",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=verify-ca`, ...ada }),
    ...untrusted,
  ],
  [
    "a certificate of somebody trusted",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=verify-full`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "a certificate of somebody trusted, by name",
    ({ postgres: { port } }) => ({ url: `postgres://localhost:${port}?sslmode=verify-full`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "TLS asked of a server without",
    ({ plainPostgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=require`, ...ada }),
    ...notOffered,
  ],
  [
    "none asked of a server that wants it",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=disable`, username: "grace", password }),
    "The server requires TLS",
    "Add sslmode=require to the URL.",
  ],
  [
    "an sslmode that there is not",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=maybe`, ...ada }),
    "The URL has an unknown sslmode",
    "Use one of disable, allow, prefer, require, verify-ca, verify-full.",
  ],
];

const mysql: Row[] = [
  [
    "the right password",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://$(username):$(password)@${host}:${tlsPort}/orders`, ...ada }),
    /^MariaDB \d+\.\d+\.\d+, database orders, as ada@%$/,
  ],
  [
    "another driver's address",
    ({ mariadb: { plainPort } }) => ({ url: `$(username):$(password)@tcp(${host}:${plainPort})/orders`, ...ada }),
    /database orders, as ada@%$/,
  ],
  [
    "a Go data source name with a scheme and parameters",
    ({ mariadb: { tlsPort } }) => ({
      url: `mysql://$(username):$(password)@tcp(${host}:${tlsPort})/orders?tls=skip-verify&parseTime=true`,
      ...ada,
    }),
    /database orders, as ada@%$/,
  ],
  ["a wrong password", ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}`, ...wrong }), ...refused],
  ["nobody there", ({ nobody: port }) => ({ url: `mysql://${host}:${port}`, ...ada }), ...nobody],
  [
    "a wrong database",
    ({ mariadb: { plainPort } }) => ({ url: `mysql://${host}:${plainPort}/nowhere`, ...ada }),
    "This user may not use that database",
    "Grant access, or check the database name in the URL.",
  ],
  [
    "a certificate of somebody unknown",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=VERIFY_IDENTITY`, ...ada }),
    ...untrusted,
  ],
  [
    "a certificate of somebody trusted",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=VERIFY_CA`, ...ada }),
    /as ada@%$/,
    undefined,
    trusting,
  ],
  [
    "TLS asked of a server without",
    ({ mariadb: { plainPort } }) => ({ url: `mysql://${host}:${plainPort}?ssl-mode=REQUIRED`, ...ada }),
    ...notOffered,
  ],
  [
    "none asked of a server that wants it",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=DISABLED`, ...ada }),
    "The server refused the username or password over an unencrypted connection",
    "Check username and password; if the server requires TLS, add ssl-mode=REQUIRED to the URL.",
  ],
];

const redis: Row[] = [
  [
    "the right password",
    ({ redis: { plainPort } }) => ({ url: `redis://${host}:${plainPort}`, db: "3", ...ada }),
    /^Redis \d+\.\d+\.\d+, database 3, as ada$/,
  ],
  [
    "the password alone, with TLS",
    ({ redis: { tlsPort } }) => ({ url: `rediss://${host}:${tlsPort}`, db: "0", password, insecure_tls: true }),
    /^Redis \d+\.\d+\.\d+, database 0$/,
  ],
  [
    "the right password, with TLS, by name",
    ({ redis: { tlsPort } }) => ({ url: `rediss://localhost:${tlsPort}`, db: "0", ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  ["a wrong password", ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "0", ...wrong }), ...refused],
  [
    "no password",
    ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "0" }),
    "The server requires a password",
    "Fill in the password, and the username if the server has users.",
  ],
  [
    "a database that there is not",
    ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "99", ...ada }),
    "The server has no database with that number",
    "Check the database; most servers have 0 to 15.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `redis://${host}:${port}`, db: "0", ...ada }), ...nobody],
  [
    "a certificate of somebody unknown",
    ({ redis: { tlsPort } }) => ({ url: `rediss://${host}:${tlsPort}`, db: "0", ...ada }),
    ...untrusted,
  ],
  [
    "TLS asked of a server without",
    ({ redis: { plainPort } }) => ({ url: `rediss://${host}:${plainPort}`, db: "0", ...ada }),
    "The server did not respond to the TLS handshake in time",
    "Check host and port, and whether the server uses TLS on this port.",
  ],
  [
    "none asked of a server that wants it",
    ({ redis: { tlsPort } }) => ({ url: `redis://${host}:${tlsPort}`, db: "0", ...ada }),
    "The server closed the connection",
    "Check the port; use rediss:// if the server expects TLS, otherwise redis://.",
  ],
];

const sqlServer: Row[] = [
  [
    "the right password, encrypted",
    ({ sqlServer: { tlsPort } }) => ({
      url: `sqlserver://$(username):$(password)@${host}:${tlsPort}?database=orders`,
      ...ada,
    }),
    "SQL Server 16.0.4000.0, database orders, as ada",
  ],
  [
    "the right password, in words, in the clear",
    ({ sqlServer: { plainPort } }) => ({ url: `Server=${host},${plainPort};Encrypt=false`, ...ada }),
    /^SQL Server 16\S+, database master, as ada$/,
  ],
  [
    "a wrong password",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}`, ...wrong }),
    ...refused,
  ],
  [
    "a wrong database",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?database=nowhere`, ...ada }),
    "The database does not exist",
    "Check the database name in the URL.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `sqlserver://${host}:${port}`, ...ada }), ...nobody],
  [
    "a certificate of somebody unknown",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=true`, ...ada }),
    ...untrusted,
  ],
  [
    "a certificate of somebody trusted",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=true`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "TLS asked of a server without",
    ({ sqlServer: { plainPort } }) => ({ url: `sqlserver://${host}:${plainPort}?encrypt=true`, ...ada }),
    "The server does not offer TLS",
    "Turn on TLS on the server, or add encrypt=disable to the URL.",
  ],
  [
    "none asked of a server that wants it",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=disable`, ...ada }),
    "The server requires TLS",
    "Add encrypt=true to the URL.",
  ],
];

const mongo: Row[] = [
  [
    "the right password",
    ({ mongo: { plainPort } }) => ({
      url: `mongodb://$(username):$(password)@${host}:${plainPort}/?authSource=admin`,
      ...ada,
    }),
    "MongoDB 8.0.4, as ada",
  ],
  [
    "the first of several, with TLS",
    ({ mongo: { tlsPort } }) => ({
      url: `mongodb://${host}:${tlsPort},other.example:27017/?tls=true`,
      ...ada,
      insecure_tls: true,
    }),
    "MongoDB 8.0.4, as ada",
  ],
  ["a wrong password", ({ mongo: { plainPort } }) => ({ url: `mongodb://${host}:${plainPort}`, ...wrong }), ...refused],
  ["nobody there", ({ nobody: port }) => ({ url: `mongodb://${host}:${port}`, ...ada }), ...nobody],
  [
    "a certificate of somebody unknown",
    ({ mongo: { tlsPort } }) => ({ url: `mongodb://${host}:${tlsPort}/?tls=true`, ...ada }),
    ...untrusted,
  ],
  [
    "none asked of a server that expects it",
    ({ mongo: { tlsPort } }) => ({ url: `mongodb://${host}:${tlsPort}`, ...ada }),
    "The server did not reply in the MongoDB protocol",
    "Check the port; add tls=true to the URL if the server requires TLS.",
  ],
];

export const databaseRows = { postgres, mysql, redis, sql_server: sqlServer, mongo };
