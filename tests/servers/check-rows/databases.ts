import type { CheckRow } from "../look.ts";
import { ldapAdmin } from "../openldap.ts";
import { prometheusUser } from "../prometheus.ts";
import { ada, host, wrong } from "../rows/row.ts";

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
    "runs a default query",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/orders`, ...ada }),
    { pass: true, detail: { count: 1, rows: [{ "?column?": 1 }] } },
  ],
  [
    "returns values of every type",
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
    "fails if there are fewer rows than expected",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select generate_series(1, 2) as n",
      results: 3,
    }),
    { pass: false, error: "The query returned 2 rows, and at least 3 are expected" },
  ],
  [
    "fails if rows are required and there are none",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select 1 where false",
      markFailOnEmpty: true,
    }),
    { pass: false, error: "The query returned no rows" },
  ],
  [
    "reports an invalid query",
    ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}/orders`, ...ada, query: "selekt 1" }),
    { pass: false, error: 'syntax error at or near "selekt"' },
  ],
  [
    "reports a query that exceeds its timeout",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select pg_sleep(5)",
      timeout: 0.2,
    }),
    { pass: false, error: "The query did not finish within 200 ms" },
  ],
  [
    "keeps a limited number of rows in memory",
    ({ postgres: { port } }) => ({
      url: `postgres://${host}:${port}/orders`,
      ...ada,
      query: "select generate_series(1, 20000) as n",
    }),
    cut,
  ],
  ["refuses a wrong password", ({ postgres: { port } }) => ({ url: `postgres://${host}:${port}`, ...wrong }), refused],
  ["reports a closed port", ({ nobody: port }) => ({ url: `postgres://${host}:${port}`, ...ada }), nobody],
  [
    "prefers the password of the spec to that of the connection",
    () => ({ connection: "connection://default/orders", password: { value: "guessed-wrong" } }),
    refused,
    ({ postgres: { port } }) => ({
      connections: { "connection://default/orders": { url: `postgres://${host}:${port}/orders`, ...ada } },
    }),
  ],
];

const mysql: CheckRow[] = [
  [
    "keeps a limited number of rows in memory",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://${host}:${port}/orders`,
      ...ada,
      query: "select seq from seq_1_to_20000",
    }),
    cut,
  ],
  [
    "returns rows with numbers",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://${host}:${port}`,
      ...ada,
      query: "select 1 as one, 2.5 as half, null as none, 'x' as text",
    }),
    { pass: true, detail: { count: 1, rows: [{ one: 1, half: 2.5, none: null, text: "x" }] } },
  ],
  [
    "accepts the URL notation of another driver",
    ({ mariadb: { plainPort: port } }) => ({ url: `ada:${ada.password}@tcp(${host}:${port})/` }),
    { pass: true },
  ],
  [
    "accepts a Go data source name with a scheme",
    ({ mariadb: { plainPort: port } }) => ({
      url: `mysql://ada:${ada.password}@tcp(${host}:${port})/orders?parseTime=true`,
      query: "select database() as name",
    }),
    { pass: true, detail: { count: 1, rows: [{ name: "orders" }] } },
  ],
  [
    "fails if there are fewer rows than expected",
    ({ mariadb: { plainPort: port } }) => ({ url: `mysql://${host}:${port}`, ...ada, query: "select 1", results: 2 }),
    { pass: false, error: "The query returned 1 row, and at least 2 are expected" },
  ],
  [
    "refuses a wrong password",
    ({ mariadb: { plainPort: port } }) => ({ url: `mysql://${host}:${port}`, ...wrong }),
    refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `mysql://${host}:${port}`, ...ada }), nobody],
];

const mssql: CheckRow[] = [
  [
    "returns rows by column name",
    ({ sqlServer: { tlsPort: port } }) => ({
      url: `server=${host};port=${port};user id=ada;password=${ada.password};database=orders`,
      query: "select 'paid' as state, 'ada' as name",
    }),
    { pass: true, detail: { count: 1, rows: [{ state: "paid", name: "ada" }] } },
  ],
  [
    "refuses a wrong password",
    ({ sqlServer: { tlsPort: port } }) => ({ url: `sqlserver://${host}:${port}`, ...wrong }),
    refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `sqlserver://${host}:${port}`, ...ada }), nobody],
];

const redis: CheckRow[] = [
  [
    "accepts an address without a scheme",
    ({ redis: { plainPort: port } }) => ({ addr: `${host}:${port}`, db: 1, ...ada }),
    { pass: true },
  ],
  [
    "refuses a TLS certificate of an unknown authority",
    ({ redis: { tlsPort } }) => ({ addr: `${host}:${tlsPort}`, ...ada, tlsConfig: { enable: true } }),
    { pass: false, error: "The server's certificate is signed by an unknown authority" },
  ],
  [
    "accepts a TLS certificate of the given authority",
    ({ redis: { tlsPort }, certificates: { ca } }) => ({ addr: `${host}:${tlsPort}`, ...ada, tlsConfig: { ca } }),
    { pass: true },
  ],
  ["a wrong password", ({ redis: { plainPort: port } }) => ({ url: `redis://${host}:${port}`, ...wrong }), refused],
  ["nobody there", ({ nobody: port }) => ({ addr: `${host}:${port}` }), nobody],
  ["nothing that says where", () => ({}), { invalid: "A Redis check needs an address, a URL or a connection." }],
];

const mongodb: CheckRow[] = [
  [
    "accepts the right password",
    ({ mongo: { plainPort: port } }) => ({ url: `mongodb://${host}:${port}`, ...ada }),
    { pass: true },
  ],
  [
    "refuses a wrong password",
    ({ mongo: { plainPort: port } }) => ({ url: `mongodb://${host}:${port}`, ...wrong }),
    refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `mongodb://${host}:${port}`, ...ada }), nobody],
];

const admin = { username: ldapAdmin, password: ada.password };

const ldap: CheckRow[] = [
  [
    "finds an existing entry",
    ({ ldap: { plainPort: port } }) => ({ url: `ldap://${host}:${port}`, ...admin, bindDN: "dc=example,dc=org" }),
    { pass: true },
  ],
  [
    "fails if the entry does not exist",
    ({ ldap: { plainPort: port } }) => ({
      url: `ldap://${host}:${port}`,
      ...admin,
      bindDN: "dc=example,dc=org",
      userSearch: "(uid=nobody)",
    }),
    { pass: false, error: 'No entry below "dc=example,dc=org" matches (uid=nobody)' },
  ],
  [
    "refuses a wrong password",
    ({ ldap: { plainPort: port } }) => ({ url: `ldap://${host}:${port}`, ...admin, password: "guessed-wrong" }),
    refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `ldap://${host}:${port}`, ...admin }), nobody],
];

const watcher = { username: prometheusUser.name, password: prometheusUser.password };

const prometheus: CheckRow[] = [
  [
    "returns a value with its labels",
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
    "passes with an empty result by default",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}`, ...watcher, query: "none_such" }),
    { pass: true },
  ],
  [
    "fails with an empty result if one is required",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      ...watcher,
      query: "none_such",
      markFailOnEmpty: true,
    }),
    { pass: false, error: "The query returned nothing" },
  ],
  [
    "refuses a query that does not return a vector",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}`, ...watcher, query: "1" }),
    { invalid: "The query returns a scalar. Write a query that returns a vector." },
  ],
  [
    "refuses the former field and names the new one",
    ({ prometheus: { port } }) => ({ host: `http://${host}:${port}`, query: "up" }),
    { invalid: "host is not a field of this check: use url." },
  ],
  [
    "refuses a wrong password",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      ...watcher,
      password: "guessed-wrong",
      query: "up",
    }),
    refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `http://${host}:${port}`, query: "up" }), nobody],
];

export const databaseCheckRows = { postgres, mysql, mssql, redis, mongodb, ldap, prometheus };
