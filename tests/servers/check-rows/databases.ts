import { ldapAdmin } from "../openldap.ts";
import { prometheusUser } from "../prometheus.ts";
import { ada, host, wrong } from "../rows/row.ts";
import type { CheckRow } from "./row.ts";

const refused = { pass: false, error: "The server refused the username or the password" };
const nobody = { pass: false, error: "Nothing listens at this address" };

const cut = {
  pass: true,
  message: "Expressions see only the first 10000 of 20000 rows",
  detail: { count: 20_000 },
  data: { results: { count: 20_000, truncated: true } },
};

const postgres: CheckRow[] = [
  [
    "the query that nobody wrote",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/orders`, ...ada }),
    { pass: true, detail: { count: 1, rows: [{ "?column?": 1 }] } },
  ],
  [
    "rows of every type",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query:
        "select 9007199254740991 as big, 9007199254740993 as bigger, 1.5::numeric as half, true as yes, null as none, '{\"a\":[1]}'::jsonb as doc, timestamptz '2026-01-02 03:04:05+01' as time, timestamp '2026-01-02 03:04:05' as local, date '2026-01-02' as day, 'x' as text",
    }),
    {
      pass: true,
      data: {
        results: {
          count: 1,
          rows: [
            {
              big: 9_007_199_254_740_991,
              bigger: "9007199254740993",
              half: 1.5,
              yes: true,
              none: null,
              doc: { a: [1] },
              time: new Date("2026-01-02T02:04:05Z"),
              local: new Date("2026-01-02T03:04:05Z"),
              day: new Date("2026-01-02T00:00:00Z"),
              text: "x",
            },
          ],
        },
      },
    },
  ],
  [
    "fewer rows than expected",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select generate_series(1, 2) as n",
      results: 3,
    }),
    { pass: false, error: "The query returned 2 rows, and at least 3 are expected" },
  ],
  [
    "no rows where some are wanted",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select 1 where false",
      markFailOnEmpty: true,
    }),
    { pass: false, error: "The query returned no rows" },
  ],
  [
    "a query that is none",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/orders`, ...ada, query: "selekt 1" }),
    { pass: false, error: 'syntax error at or near "selekt"' },
  ],
  [
    "a query that takes longer than it may",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select pg_sleep(5)",
      timeout: 0.2,
    }),
    { pass: false, error: "The query did not finish within 200 ms" },
  ],
  [
    "more rows than are kept in memory",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select generate_series(1, 20000) as n",
    }),
    cut,
  ],
  ["a wrong password", ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, ...wrong }), refused],
  ["nobody there", ({ nobody: port }) => ({ url: `postgres://${host}:${port}`, ...ada }), nobody],
  [
    "a connection, whose password the spec says anew",
    () => ({ connection: "connection://default/orders", password: { value: "guessed-wrong" } }),
    refused,
    ({ postgres: { port } }) => ({
      connections: { "connection://default/orders": { url: `postgres://${host}:${port}/orders`, ...ada } },
    }),
  ],
];

const mysql: CheckRow[] = [
  [
    "more rows than are kept in memory",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://${host}:${port}/orders`,
      ...ada,
      query: "select seq from seq_1_to_20000",
    }),
    cut,
  ],
  [
    "rows with numbers",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://${host}:${port}`,
      ...ada,
      query: "select 1 as one, 2.5 as half, null as none, 'x' as text",
    }),
    { pass: true, detail: { count: 1, rows: [{ one: 1, half: 2.5, none: null, text: "x" }] } },
  ],
  [
    "an address as another driver writes it",
    ({ mariadb: { plainPort: port } }) => ({ url: `ada:${ada.password}@tcp(${host}:${port})/` }),
    { pass: true },
  ],
  [
    "a Go data source name with a scheme",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://ada:${ada.password}@tcp(${host}:${port})/orders?parseTime=true`,
      query: "select database() as name",
    }),
    { pass: true, detail: { count: 1, rows: [{ name: "orders" }] } },
  ],
  [
    "fewer rows than expected",
    ({ mariadb: { plainPort: port } }) => ({ url: `mysql://${host}:${port}`, ...ada, query: "select 1", results: 2 }),
    { pass: false, error: "The query returned 1 row, and at least 2 are expected" },
  ],
  ["a wrong password", ({ mariadb: { plainPort: port } }) => ({ url: `mysql://${host}:${port}`, ...wrong }), refused],
  ["nobody there", ({ nobody: port }) => ({ url: `mysql://${host}:${port}`, ...ada }), nobody],
];

const mssql: CheckRow[] = [
  [
    "rows by the names of their columns",
    ({ sqlServer: { tlsPort: port } }) => ({
      url: `server=${host};port=${port};user id=ada;password=${ada.password};database=orders`,
      query: "select 'paid' as state, 'ada' as name",
    }),
    { pass: true, detail: { count: 1, rows: [{ state: "paid", name: "ada" }] } },
  ],
  [
    "a wrong password",
    ({ sqlServer: { tlsPort: port } }) => ({ url: `sqlserver://${host}:${port}`, ...wrong }),
    refused,
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `sqlserver://${host}:${port}`, ...ada }), nobody],
];

const redis: CheckRow[] = [
  ["an address", ({ redis: { plainPort: port } }) => ({ addr: `${host}:${port}`, db: 1, ...ada }), { pass: true }],
  [
    "TLS with a certificate of somebody unknown",
    ({ redis: { tlsPort } }) => ({ addr: `${host}:${tlsPort}`, ...ada, tlsConfig: { enable: true } }),
    { pass: false, error: "The server's certificate is signed by an unknown authority" },
  ],
  [
    "TLS with an authority of its own",
    ({ redis: { tlsPort }, certificates: { ca } }) => ({ addr: `${host}:${tlsPort}`, ...ada, tlsConfig: { ca } }),
    { pass: true },
  ],
  ["a wrong password", ({ redis: { plainPort: port } }) => ({ url: `redis://${host}:${port}`, ...wrong }), refused],
  ["nobody there", ({ nobody: port }) => ({ addr: `${host}:${port}` }), nobody],
  ["nothing that says where", () => ({}), { invalid: "A Redis check needs an address, a URL or a connection." }],
];

const mongodb: CheckRow[] = [
  [
    "the right password",
    ({ mongo: { plainPort: port } }) => ({ url: `mongodb://${host}:${port}`, ...ada }),
    { pass: true },
  ],
  ["a wrong password", ({ mongo: { plainPort: port } }) => ({ url: `mongodb://${host}:${port}`, ...wrong }), refused],
  ["nobody there", ({ nobody: port }) => ({ url: `mongodb://${host}:${port}`, ...ada }), nobody],
];

const admin = { username: ldapAdmin, password: ada.password };

const ldap: CheckRow[] = [
  [
    "an entry that is there",
    ({ ldap: { plainPort: port } }) => ({ url: `ldap://${host}:${port}`, ...admin, bindDN: "dc=example,dc=org" }),
    { pass: true },
  ],
  [
    "an entry that is not there",
    ({ ldap: { plainPort: port } }) => ({
      url: `ldap://${host}:${port}`,
      ...admin,
      bindDN: "dc=example,dc=org",
      userSearch: "(uid=nobody)",
    }),
    { pass: false, error: 'No entry below "dc=example,dc=org" matches (uid=nobody)' },
  ],
  [
    "a wrong password",
    ({ ldap: { plainPort: port } }) => ({ url: `ldap://${host}:${port}`, ...admin, password: "guessed-wrong" }),
    refused,
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `ldap://${host}:${port}`, ...admin }), nobody],
];

const watcher = { username: prometheusUser.name, password: prometheusUser.password };

const prometheus: CheckRow[] = [
  [
    "a value",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      ...watcher,
      query: 'label_replace(vector(7), "app", "web", "", "")',
    }),
    {
      pass: true,
      labels: { app: "web" },
      data: { results: [{ app: "web", value: 7 }], firstResult: { app: "web", value: 7 }, value: 7 },
    },
  ],
  [
    "nothing, which is fine",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}`, ...watcher, query: "none_such" }),
    { pass: true },
  ],
  [
    "nothing where something is wanted",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      ...watcher,
      query: "none_such",
      markFailOnEmpty: true,
    }),
    { pass: false, error: "The query returned nothing" },
  ],
  [
    "a query that gives no vector",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}`, ...watcher, query: "1" }),
    { invalid: "The query returns a scalar. Write a query that returns a vector." },
  ],
  [
    "the field of old",
    ({ prometheus: { port } }) => ({ host: `http://${host}:${port}`, query: "up" }),
    { invalid: "host is not a field of this check: use url." },
  ],
  [
    "a wrong password",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      ...watcher,
      password: "guessed-wrong",
      query: "up",
    }),
    refused,
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `http://${host}:${port}`, query: "up" }), nobody],
];

export const databaseCheckRows = { postgres, mysql, mssql, redis, mongodb, ldap, prometheus };
