// The rows that each canary in tests/manifests/reference stores in one run, by the kind of its file.
import { expect } from "vitest";

/** A check with its only run, in the form in which the test reads them from the database. */
export interface CheckRow {
  check: Readonly<Record<string, unknown>>;
  run: Readonly<Record<string, unknown>>;
  /** Names of the config items that the check is linked to. */
  configs?: readonly string[];
  /** Files that the run stored, with their contents. */
  artifacts?: Readonly<Record<string, string>>;
}

export interface CanaryRows {
  canary: Readonly<Record<string, unknown>>;
  /** The parts of the stored spec that differ from the file because they are credentials. */
  sealed: Readonly<Record<string, unknown>>;
  checks: readonly CheckRow[];
}

const passed = { status: true, invalid: false, could_not_check: false, in_maintenance: false, error: null };
const derived = { transformed: true, description: null, icon: null, labels: null };
const own = { transformed: false, owner: null, severity: null, icon: null, labels: null, status: "healthy" };
const gauge = (name: string, value: number, labels: Readonly<Record<string, string>> = {}) => ({
  name,
  type: "gauge",
  value,
  labels,
});

const storefront = (web: string): CanaryRows => {
  const responses = (url: string, code: string) => [
    { name: "response_code", type: "counter", value: 1, labels: { url, code } },
    {
      name: "canary_check_http_response_status",
      type: "counter",
      value: 1,
      labels: { url, status: code, statusClass: "2xx" },
    },
  ];
  const login = `${web}/login?region=eu+north`;
  const shop = { namespace: "retail", type: "http", owner: "web-team", severity: "high", interval_seconds: 3_600 };
  return {
    canary: {
      name: "storefront",
      namespace: "retail",
      labels: { team: "web", region: "eu north" },
      annotations: { runbook: "https://runbooks.example.org/storefront" },
    },
    sealed: { "env.realm.value": "***", "http.0.password.value": "***" },
    checks: [
      {
        check: {
          ...own,
          ...shop,
          name: "login",
          description: "Signs in as the probe user",
          icon: "http",
          labels: { app: "shop", journey: "checkout" },
        },
        run: {
          ...passed,
          severity: "high",
          message: "Probe Of Retail has 1.5G in eu north",
          details: {
            url: login,
            status: 201,
            address: "127.0.0.1",
            body: expect.stringContaining('"realm":"probes-of-the-shop"') as string,
            bodyBytes: expect.any(Number) as number,
            headers: expect.objectContaining({ "content-type": "application/json" }) as object,
            timings: expect.objectContaining({ total: expect.any(Number) as number }) as object,
            redirects: 0,
            certificate: null,
          },
          metrics: [
            ...responses(login, "201"),
            gauge("shop_quota_bytes", 1_610_612_736, { realm: "probes", version: "2.x" }),
          ],
        },
      },
      {
        check: { ...own, ...shop, name: "orders", description: "One check for each open order" },
        run: { ...passed, severity: "high", message: null, details: null, metrics: responses(`${web}/orders`, "200") },
      },
      {
        check: {
          ...derived,
          ...shop,
          name: "order 17",
          description: "Åse &...",
          icon: "cart",
          labels: { customer: "ase-and-sonner" },
          status: "healthy",
        },
        run: { ...passed, severity: "high", duration: 7, message: "paid", details: null, metrics: null },
      },
      {
        check: {
          ...derived,
          ...shop,
          name: "order 18",
          description: "Berge...",
          icon: "cart",
          labels: { customer: "bergen-shipyard" },
          status: "unhealthy",
        },
        run: {
          ...passed,
          status: false,
          severity: "high",
          duration: 7,
          message: "waits for 1h30m",
          details: null,
          metrics: null,
        },
      },
    ],
  };
};

const ledger: CanaryRows = {
  canary: { name: "ledger", namespace: "finance", labels: { team: "data", tier: "1" }, annotations: {} },
  sealed: { "postgres.0.password.value": "***" },
  checks: [
    {
      check: {
        ...own,
        namespace: "finance",
        type: "postgres",
        name: "open invoices",
        description: "Customers with open invoices",
        icon: "postgres",
        labels: { database: "orders" },
        severity: "critical",
        interval_seconds: 3_600,
      },
      run: {
        ...passed,
        severity: "critical",
        message: "cart+till: 42.5",
        details: {
          tiers: ["gold", "iron"],
          first: "cart",
          limits: [1, 2],
          notes: ["none", "late"],
          // SHA-1 of "cart".
          hash: "8bfb4e1aa590eab8f08f837b97acf5803a5737ed",
        },
        metrics: [gauge("ledger_open_invoices", 4)],
      },
    },
  ],
};

const crew = (mariadb: number): CanaryRows => ({
  canary: { name: "crew", namespace: "harbour", labels: { team: "fleet" }, annotations: {} },
  sealed: {
    "env.rank.value": "***",
    "mysql.0.url": `mysql://ada:***@tcp(127.0.0.1:${mariadb})/orders?tls=preferred&parseTime=true`,
  },
  checks: [
    {
      check: {
        ...own,
        namespace: "harbour",
        type: "mysql",
        name: "captains",
        description: "Captains with a rank",
        icon: "mysql",
        labels: { fleet: "northern" },
        owner: "fleet",
        interval_seconds: 3_600,
      },
      run: {
        ...passed,
        severity: null,
        message: "James earns 1.25, Jason earns 2.75; 3 berths",
        details: {
          count: 2,
          rows: [
            { name: "james", ship: "argo", rank_no: 2, pay: 1.25, hired: null },
            { name: "jason", ship: "argo", rank_no: 3, pay: 2.75, hired: "2026-11-01T08:00:00.000Z" },
          ],
        },
        metrics: [{ name: "crew_pay", type: "histogram", value: 4, labels: { highest: "JASON" } }],
      },
      configs: ["Argo"],
    },
  ],
});

const pumps: CanaryRows = {
  canary: { name: "pumps", namespace: "engine-room", labels: { team: "engine" }, annotations: {} },
  sealed: { "exec.0.env.0.value": "***", "exec.0.env.1.value": "***" },
  checks: [
    {
      check: {
        ...own,
        namespace: "engine-room",
        type: "exec",
        name: "bilge",
        description: "Pressure of the bilge pumps",
        icon: "console",
        labels: { deck: "lower" },
        severity: "medium",
        interval_seconds: 86_400,
      },
      run: {
        ...passed,
        severity: "medium",
        message: "2 pumps, bilgebilge-7: port 1.5 (Nov 1) starboard 2.5 (Nov 2)",
        details: {
          stdout: JSON.stringify({
            pumps: [
              { side: "port", bar: 1.5, tested: "2026-11-01" },
              { side: "starboard", bar: 2.5, tested: "2026-11-02" },
            ],
            sensor: "bilgebilge-7",
            alarm: null,
          }),
          stderr: "measured by bilgebilge-7",
          exitCode: 0,
        },
        metrics: [gauge("pump_pressure_bar", 2.5, { sensor: "bilgebilge-7" })],
      },
      artifacts: { "report.txt": "port=1.5,starboard=2.5", stderr: "measured by bilgebilge-7\n" },
    },
  ],
};

const file = (name: string, size: number) => ({
  name,
  size,
  mode: "",
  is_dir: false,
  modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
});
const [first, second, third] = [
  file("monday/db-1.gz", 1_000),
  file("monday/db-2.gz", 2_000),
  file("tuesday/db-3.gz", 3_000),
];

const backups: CanaryRows = {
  canary: { name: "backups", namespace: "storage", labels: { team: "ops" }, annotations: {} },
  sealed: { "env.kind.value": "***", "env.days.value": "***" },
  checks: [
    {
      check: {
        ...own,
        namespace: "storage",
        type: "folder",
        name: "nightly dumps",
        description: "The dumps of the last days",
        icon: "folder",
        labels: { kind: "database" },
        interval_seconds: 86_400,
      },
      run: {
        ...passed,
        severity: null,
        message: "db-1.gz, db-2.gz, db-3.gz take 5.9K",
        details: {
          count: 3,
          size: 6_000,
          files: [first, second, third],
          oldest: first,
          newest: third,
          smallest: first,
          largest: third,
          availableSize: expect.any(Number) as number,
          totalSize: expect.any(Number) as number,
          unreadable: 0,
          unreadableFolders: [],
        },
        metrics: [gauge("backup_bytes", 3_000, { file: "tuesday/db-3.gz" })],
      },
    },
  ],
};

const traffic: CanaryRows = {
  canary: { name: "traffic", namespace: "monitoring", labels: { team: "sre" }, annotations: {} },
  sealed: { "prometheus.0.password.value": "***" },
  checks: [
    {
      check: {
        ...own,
        namespace: "monitoring",
        type: "prometheus",
        name: "requests",
        description: "Requests per second of each application",
        icon: "prometheus",
        labels: { source: "prometheus" },
        severity: "low",
        interval_seconds: 5_400,
      },
      run: {
        ...passed,
        severity: "low",
        message: "till=7.5 web=42",
        details: [
          { app: "web", value: 42 },
          { app: "till", value: 7.5 },
        ],
        metrics: [gauge("requests_per_second", 49.5, { apps: "till|web" })],
      },
      // The item is found by the label `app` of the first result.
      configs: ["web"],
    },
  ],
};

export const canaryRows = ({
  web,
  mariadb,
}: {
  web: string;
  mariadb: number;
}): Readonly<Record<string, CanaryRows>> => ({
  http: storefront(web),
  postgres: ledger,
  mysql: crew(mariadb),
  exec: pumps,
  folder: backups,
  prometheus: traffic,
});
