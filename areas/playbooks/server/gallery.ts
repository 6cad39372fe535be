// The gallery of sample playbooks. The samples work on the machine that runs Quarterdeck; a person adds a sample and
// can then edit it like any other playbook. Scripts get parameter values as environment variables. Scripts contain no
// command substitutions, because `$( )` is template syntax.

export interface GalleryPlaybook {
  name: string;
  spec: {
    title: string;
    description: string;
    category: string;
    icon: string;
    parameters?: readonly object[];
    actions: readonly ({ name: string } & Readonly<Record<string, unknown>>)[];
  };
}

const script = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

/** Passes parameters to a script as environment variables with the same names in upper case. */
const variables = (...names: readonly string[]) =>
  names.map((name) => ({ name: name.toUpperCase(), value: `{{.params.${name}}}` }));

const url = { name: "url", label: "URL", required: true, properties: { format: "url" } };

const diagnosis: GalleryPlaybook = {
  name: "collect-diagnosis-bundle",
  spec: {
    title: "Collect a diagnosis bundle",
    description: "Stores the load, memory, disks, processes and sockets of this machine as files to download.",
    category: "Diagnosis",
    icon: "heart-pulse",
    actions: [
      {
        name: "Collect",
        exec: {
          script: script(
            "mkdir bundle",
            "uname -a > bundle/system.txt",
            "cat /proc/loadavg /proc/meminfo > bundle/load-and-memory.txt",
            "df -hP > bundle/disks.txt 2>/dev/null || true",
            "cat /proc/[0-9]*/stat > bundle/processes.txt 2>/dev/null || true",
            "cat /proc/net/tcp /proc/net/tcp6 > bundle/sockets.txt 2>/dev/null || true",
            "wc -l bundle/*",
          ),
          artifacts: [{ path: "bundle/*.txt" }],
        },
      },
    ],
  },
};

const diskSpace: GalleryPlaybook = {
  name: "check-disk-space",
  spec: {
    title: "Check disk space",
    description: "Lists the disks of this machine, and fails if one of them is fuller than the limit.",
    category: "Diagnosis",
    icon: "server",
    parameters: [
      {
        name: "limit",
        label: "Limit in percent",
        default: "90",
        required: true,
        properties: { format: "number", min: 1, max: 100 },
      },
    ],
    actions: [
      {
        name: "Compare",
        exec: {
          env: variables("limit"),
          script: script(
            'df -hP -x tmpfs -x devtmpfs 2>/dev/null | awk -v limit="$LIMIT" \'',
            "  { print }",
            '  NR > 1 && $5 + 0 > limit { full = full $6 " (" $5 ") " }',
            "  END {",
            '    if (full == "") { printf "\\033[32mAll disks are below %s %%.\\033[0m\\n", limit; exit 0 }',
            '    printf "\\033[31mFuller than %s %%: %s\\033[0m\\n", limit, full',
            "    exit 1",
            "  }'",
          ),
        },
      },
    ],
  },
};

const processes: GalleryPlaybook = {
  name: "show-busiest-processes",
  spec: {
    title: "Show the busiest processes",
    description: "Lists the processes of this machine that have used most of the processor or of the memory.",
    category: "Diagnosis",
    icon: "trending-up",
    parameters: [
      {
        name: "by",
        label: "Order by",
        type: "list",
        default: "cpu",
        required: true,
        properties: {
          options: [
            { label: "Processor", value: "cpu" },
            { label: "Memory", value: "memory" },
          ],
        },
      },
    ],
    actions: [
      {
        name: "List",
        exec: {
          env: variables("by"),
          script: script(
            'printf "%8s %12s %12s  %s\\n" pid "cpu (s)" "memory (MB)" name',
            'cat /proc/[0-9]*/stat 2>/dev/null | awk -v by="$BY" \'{',
            "  pid = $1",
            "  name = $0",
            '  sub(/^[0-9]+ [(]/, "", name)',
            '  sub(/[)] [A-Za-z] .*/, "", name)',
            // The process name may contain blanks; the fields after it do not.
            '  sub(/^.*[)] /, "")',
            "  cpu = ($12 + $13) / 100",
            "  memory = $22 / 256",
            '  order = by == "memory" ? memory : cpu',
            '  printf "%.2f\\t%8d %12.1f %12.1f  %s\\n", order, pid, cpu, memory, name',
            "}' | sort -rn | head -n 20 | cut -f 2-",
          ),
        },
      },
    ],
  },
};

const port: GalleryPlaybook = {
  name: "wait-for-port",
  spec: {
    title: "Wait for a port",
    description: "Tries to connect until a service listens, for example after a restart.",
    category: "Network",
    icon: "plug",
    parameters: [
      { name: "host", label: "Host", default: "localhost", required: true },
      {
        name: "port",
        label: "Port",
        default: "8080",
        required: true,
        properties: { format: "number", min: 1, max: 65_535 },
      },
    ],
    actions: [
      {
        name: "Connect",
        timeout: "30s",
        retry: { limit: 5, duration: "10s" },
        exec: {
          env: variables("host", "port"),
          script: script(
            "if timeout 5 bash -c 'exec 3<>\"/dev/tcp/$HOST/$PORT\"'; then",
            '  echo "$HOST:$PORT accepts connections."',
            "else",
            '  echo "Nothing accepts connections at $HOST:$PORT." >&2',
            "  exit 1",
            "fi",
          ),
        },
      },
    ],
  },
};

const address: GalleryPlaybook = {
  name: "check-web-address",
  spec: {
    title: "Check a web address",
    description: "Requests an address, and fails if the status of the response is an error.",
    category: "Network",
    icon: "link",
    parameters: [url],
    actions: [
      { name: "Request", http: { url: "{{.params.url}}" } },
      {
        name: "Report the failure",
        if: 'getAction("Request").result.code >= 400',
        exec: {
          env: [{ name: "CODE", value: '{{(getAction "Request").result.code}}' }],
          script: script('echo "The address answered with status $CODE." >&2', "exit 1"),
        },
      },
    ],
  },
};

const webhook: GalleryPlaybook = {
  name: "call-webhook",
  spec: {
    title: "Call a webhook",
    description: "Sends a JSON document to an address.",
    category: "Integration",
    icon: "send",
    parameters: [
      url,
      {
        name: "body",
        label: "Document",
        type: "code",
        default: '{\n  "text": "Hello from Quarterdeck"\n}\n',
        required: true,
        properties: { language: "json", size: "small" },
      },
    ],
    actions: [
      {
        name: "Send",
        http: {
          url: "{{.params.url}}",
          method: "POST",
          headers: [{ name: "Content-Type", value: "application/json" }],
          body: "{{.params.body}}",
          templateBody: true,
        },
      },
    ],
  },
};

const database: GalleryPlaybook = {
  name: "query-database",
  spec: {
    title: "Query a database",
    description:
      "Lists the largest tables of a PostgreSQL database. Edit the playbook to use a stored connection or another query.",
    category: "Integration",
    icon: "database",
    parameters: [
      {
        name: "url",
        label: "URL",
        default: "postgres://localhost:5432/postgres",
        required: true,
        properties: { regex: "postgres(?:ql)?://.+" },
      },
      { name: "username", label: "User", default: "postgres" },
      { name: "password", label: "Password", type: "secret" },
    ],
    actions: [
      {
        name: "List the largest tables",
        sql: {
          url: "{{.params.url}}",
          username: "{{.params.username}}",
          password: "{{.params.password}}",
          query: script(
            "select n.nspname || '.' || c.relname as table_name,",
            "       pg_size_pretty(pg_total_relation_size(c.oid)) as size,",
            "       c.reltuples::bigint as estimated_rows",
            "from   pg_class c",
            "join   pg_namespace n on n.oid = c.relnamespace",
            "where  c.relkind in ('r', 'm')",
            "order  by pg_total_relation_size(c.oid) desc",
            "limit  20",
          ),
        },
      },
    ],
  },
};

const find = 'find "$FOLDER" -xdev -type f -mtime "+$DAYS"';

const prune: GalleryPlaybook = {
  name: "prune-old-files",
  spec: {
    title: "Prune old files",
    description:
      "Lists files of a folder that have not changed for some days, such as artifacts of builds, and can delete them.",
    category: "Maintenance",
    icon: "trash-2",
    parameters: [
      { name: "folder", label: "Folder", required: true, properties: { regex: "/[^/].*" } },
      {
        name: "days",
        label: "Older than days",
        default: "30",
        required: true,
        properties: { format: "number", min: 0 },
      },
      { name: "delete", label: "Delete the files", type: "checkbox", default: "false" },
    ],
    actions: [
      {
        name: "List",
        exec: { env: variables("folder", "days"), script: script(`${find} -printf "%s bytes  %p\\n"`) },
      },
      {
        name: "Delete",
        if: 'params["delete"] == "true"',
        exec: { env: variables("folder", "days"), script: script(`${find} -print -delete`) },
      },
    ],
  },
};

export const gallery: readonly GalleryPlaybook[] = [
  diagnosis,
  diskSpace,
  processes,
  port,
  address,
  webhook,
  database,
  prune,
];
