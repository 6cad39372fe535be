import { ada, host, nobody, notOffered, refused, trusting, untrusted, wrong, type Row, password } from "./row.ts";

const postgres: Row[] = [
  [
    "accepts the right password",
    ({ postgres: { port } }) => ({ url: `postgres://$(username):$(password)@${host}:${port}/orders`, ...ada }),
    /^PostgreSQL 18\.\d+, database orders, as ada$/,
  ],
  [
    "uses credentials that are only in the fields",
    ({ postgres: { port } }) => ({ url: `${host}:${port}`, ...ada }),
    /^PostgreSQL 18\.\d+, database postgres, as ada$/,
  ],
  [
    "accepts a keyword connection string",
    ({ postgres: { port } }) => ({
      url: `host=${host} port=${port} dbname='orders' user=$(username) password='$(password)' sslmode=require`,
      ...ada,
    }),
    /database orders, as ada$/,
  ],
  [
    "refuses a wrong password",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, ...wrong }),
    ...refused,
  ],
  [
    "refuses an unknown user",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, username: "eve", password }),
    "The server does not allow this user to connect from this host",
    "Check the username and the server's pg_hba.conf.",
  ],
  [
    "reports an unknown database",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/nowhere`, ...ada }),
    "The database does not exist",
    "Check the database name in the URL.",
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `postgres://${host}:${port}`, ...ada }), ...nobody],
  [
    "reports an invalid URL",
    () => ({ url: "postgres://[::", ...ada }),
    "The URL is not valid",
    "Use the form postgres://host:port. Special characters in a name or a password must be percent-encoded.",
  ],
  [
    "uses TLS without checking the certificate",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=require`, username: "grace", password }),
    /as grace$/,
  ],
  [
    "uses preferred TLS if the server offers it",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=prefer`, username: "grace", password }),
    /as grace$/,
  ],
  [
    "connects without preferred TLS if the server does not offer it",
    ({ plainPostgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=prefer`, ...wrong }),
    ...refused,
  ],
  [
    "refuses a certificate of an unknown authority",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=verify-ca`, ...ada }),
    ...untrusted,
  ],
  [
    "accepts a certificate of a trusted authority",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=verify-full`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "accepts a certificate of a trusted authority for the host name",
    ({ postgres: { port } }) => ({ url: `postgres://localhost:${port}?sslmode=verify-full`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "reports that the server does not support TLS",
    ({ plainPostgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=require`, ...ada }),
    ...notOffered,
  ],
  [
    "reports that the server requires TLS",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=disable`, username: "grace", password }),
    "The server requires TLS",
    "Add sslmode=require to the URL.",
  ],
  [
    "refuses an unknown sslmode",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}?sslmode=maybe`, ...ada }),
    "The URL has an unknown sslmode",
    "Use one of disable, allow, prefer, require, verify-ca, verify-full.",
  ],
];

const mysql: Row[] = [
  [
    "accepts the right password",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://$(username):$(password)@${host}:${tlsPort}/orders`, ...ada }),
    /^MariaDB \d+\.\d+\.\d+, database orders, as ada@%$/,
  ],
  [
    "accepts the URL notation of another driver",
    ({ mariadb: { plainPort } }) => ({ url: `$(username):$(password)@tcp(${host}:${plainPort})/orders`, ...ada }),
    /database orders, as ada@%$/,
  ],
  [
    "accepts a Go data source name with a scheme and parameters",
    ({ mariadb: { tlsPort } }) => ({
      url: `mysql://$(username):$(password)@tcp(${host}:${tlsPort})/orders?tls=skip-verify&parseTime=true`,
      ...ada,
    }),
    /database orders, as ada@%$/,
  ],
  [
    "refuses a wrong password",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}`, ...wrong }),
    ...refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `mysql://${host}:${port}`, ...ada }), ...nobody],
  [
    "reports an unknown database",
    ({ mariadb: { plainPort } }) => ({ url: `mysql://${host}:${plainPort}/nowhere`, ...ada }),
    "This user is not allowed to use that database",
    "Grant access, or check the database name in the URL.",
  ],
  [
    "refuses a certificate of an unknown authority",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=VERIFY_IDENTITY`, ...ada }),
    ...untrusted,
  ],
  [
    "accepts a certificate of a trusted authority",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=VERIFY_CA`, ...ada }),
    /as ada@%$/,
    undefined,
    trusting,
  ],
  [
    "reports that the server does not support TLS",
    ({ mariadb: { plainPort } }) => ({ url: `mysql://${host}:${plainPort}?ssl-mode=REQUIRED`, ...ada }),
    ...notOffered,
  ],
  [
    "reports that the server requires TLS",
    ({ mariadb: { tlsPort } }) => ({ url: `mysql://${host}:${tlsPort}?ssl-mode=DISABLED`, ...ada }),
    "The server refused the username or password over an unencrypted connection",
    "Check username and password; if the server requires TLS, add ssl-mode=REQUIRED to the URL.",
  ],
];

const redis: Row[] = [
  [
    "accepts the right password",
    ({ redis: { plainPort } }) => ({ url: `redis://${host}:${plainPort}`, db: "3", ...ada }),
    /^Redis \d+\.\d+\.\d+, database 3, as ada$/,
  ],
  [
    "accepts a password without a user over TLS",
    ({ redis: { tlsPort } }) => ({ url: `rediss://${host}:${tlsPort}`, db: "0", password, insecure_tls: true }),
    /^Redis \d+\.\d+\.\d+, database 0$/,
  ],
  [
    "accepts the right password over TLS by host name",
    ({ redis: { tlsPort } }) => ({ url: `rediss://localhost:${tlsPort}`, db: "0", ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "refuses a wrong password",
    ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "0", ...wrong }),
    ...refused,
  ],
  [
    "reports that a password is required",
    ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "0" }),
    "The server requires a password",
    "Fill in the password, and the username if the server has users.",
  ],
  [
    "reports an unknown database number",
    ({ redis: { plainPort } }) => ({ url: `${host}:${plainPort}`, db: "99", ...ada }),
    "The server has no database with that number",
    "Check the database; most servers have 0 to 15.",
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `redis://${host}:${port}`, db: "0", ...ada }), ...nobody],
  [
    "refuses a certificate of an unknown authority",
    ({ redis: { tlsPort } }) => ({ url: `rediss://${host}:${tlsPort}`, db: "0", ...ada }),
    ...untrusted,
  ],
  [
    "reports that the server does not support TLS",
    ({ redis: { plainPort } }) => ({ url: `rediss://${host}:${plainPort}`, db: "0", ...ada }),
    "The server did not respond to the TLS handshake in time",
    "Check host and port, and whether the server uses TLS on this port.",
  ],
  [
    "reports that the server requires TLS",
    ({ redis: { tlsPort } }) => ({ url: `redis://${host}:${tlsPort}`, db: "0", ...ada }),
    "The server closed the connection",
    "Check the port; use rediss:// if the server expects TLS, otherwise redis://.",
  ],
];

const sqlServer: Row[] = [
  [
    "accepts the right password over TLS",
    ({ sqlServer: { tlsPort } }) => ({
      url: `sqlserver://$(username):$(password)@${host}:${tlsPort}?database=orders`,
      ...ada,
    }),
    "SQL Server 16.0.4000.0, database orders, as ada",
  ],
  [
    "accepts a keyword connection string without TLS",
    ({ sqlServer: { plainPort } }) => ({ url: `Server=${host},${plainPort};Encrypt=false`, ...ada }),
    /^SQL Server 16\S+, database master, as ada$/,
  ],
  [
    "refuses a wrong password",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}`, ...wrong }),
    ...refused,
  ],
  [
    "reports an unknown database",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?database=nowhere`, ...ada }),
    "The database does not exist",
    "Check the database name in the URL.",
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `sqlserver://${host}:${port}`, ...ada }), ...nobody],
  [
    "refuses a certificate of an unknown authority",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=true`, ...ada }),
    ...untrusted,
  ],
  [
    "accepts a certificate of a trusted authority",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=true`, ...ada }),
    /as ada$/,
    undefined,
    trusting,
  ],
  [
    "reports that the server does not support TLS",
    ({ sqlServer: { plainPort } }) => ({ url: `sqlserver://${host}:${plainPort}?encrypt=true`, ...ada }),
    "The server does not offer TLS",
    "Turn on TLS on the server, or add encrypt=disable to the URL.",
  ],
  [
    "reports that the server requires TLS",
    ({ sqlServer: { tlsPort } }) => ({ url: `sqlserver://${host}:${tlsPort}?encrypt=disable`, ...ada }),
    "The server requires TLS",
    "Add encrypt=true to the URL.",
  ],
];

const mongo: Row[] = [
  [
    "accepts the right password",
    ({ mongo: { plainPort } }) => ({
      url: `mongodb://$(username):$(password)@${host}:${plainPort}/?authSource=admin`,
      ...ada,
    }),
    "MongoDB 8.0.4, as ada",
  ],
  [
    "connects to the first of several hosts over TLS",
    ({ mongo: { tlsPort } }) => ({
      url: `mongodb://${host}:${tlsPort},other.example:27017/?tls=true`,
      ...ada,
      insecure_tls: true,
    }),
    "MongoDB 8.0.4, as ada",
  ],
  [
    "refuses a wrong password",
    ({ mongo: { plainPort } }) => ({ url: `mongodb://${host}:${plainPort}`, ...wrong }),
    ...refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `mongodb://${host}:${port}`, ...ada }), ...nobody],
  [
    "refuses a certificate of an unknown authority",
    ({ mongo: { tlsPort } }) => ({ url: `mongodb://${host}:${tlsPort}/?tls=true`, ...ada }),
    ...untrusted,
  ],
  [
    "reports that the server expects TLS",
    ({ mongo: { tlsPort } }) => ({ url: `mongodb://${host}:${tlsPort}`, ...ada }),
    "The server did not reply in the MongoDB protocol",
    "Check the port; add tls=true to the URL if the server requires TLS.",
  ],
];

export const databaseRows = { postgres, mysql, redis, sql_server: sqlServer, mongo };
