// The playbooks of the gallery. They work on the machine that runs Quarterdeck; a person adds one and can then edit it like
// any other playbook. Values of parameters reach scripts as environment variables.

export interface Template {
  name: string;
  spec: {
    title: string;
    description: string;
    category: string;
    icon: string;
    parameters?: readonly object[];
    timeout?: string;
    actions: readonly ({ name: string } & Readonly<Record<string, unknown>>)[];
  };
}

const script = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

const diagnosis: Template = {
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
            "df -h > bundle/disks.txt 2>&1 || true",
            "ps -eo pid,ppid,pcpu,pmem,etime,comm --sort=-pcpu > bundle/processes.txt 2>&1 || true",
            "cat /proc/net/tcp /proc/net/tcp6 > bundle/sockets.txt 2>/dev/null || true",
            "for file in bundle/*; do",
            '  printf "%s: %s lines\\n" "$file" "$(wc -l < "$file")"',
            "done",
          ),
          artifacts: [{ path: "bundle/*.txt" }],
        },
      },
    ],
  },
};

const diskSpace: Template = {
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
          env: [{ name: "LIMIT", value: "{{.params.limit}}" }],
          script: script(
            "df -hP -x tmpfs -x devtmpfs",
            'full=$(df -P -x tmpfs -x devtmpfs | awk -v limit="$LIMIT" \'NR > 1 && $5 + 0 > limit { print $6 " (" $5 ")" }\')',
            'if [ -n "$full" ]; then',
            '  printf "\\033[31mFuller than %s %%:\\033[0m\\n%s\\n" "$LIMIT" "$full"',
            "  exit 1",
            "fi",
            'printf "\\033[32mAll disks are below %s %%.\\033[0m\\n" "$LIMIT"',
          ),
        },
      },
    ],
  },
};

const processes: Template = {
  name: "show-busiest-processes",
  spec: {
    title: "Show the busiest processes",
    description: "Lists the processes of this machine that use most of the processor or of the memory.",
    category: "Diagnosis",
    icon: "trending-up",
    parameters: [
      {
        name: "by",
        label: "Order by",
        type: "list",
        default: "pcpu",
        required: true,
        properties: {
          options: [
            { label: "Processor", value: "pcpu" },
            { label: "Memory", value: "pmem" },
          ],
        },
      },
    ],
    actions: [
      {
        name: "List",
        exec: {
          env: [{ name: "BY", value: "{{.params.by}}" }],
          script: script('ps -eo pid,user,pcpu,pmem,etime,comm --sort="-$BY" | head -n 21'),
        },
      },
    ],
  },
};

const port: Template = {
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
          env: [
            { name: "HOST", value: "{{.params.host}}" },
            { name: "PORT", value: "{{.params.port}}" },
          ],
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

const address: Template = {
  name: "check-web-address",
  spec: {
    title: "Check a web address",
    description: "Requests an address and explains the status of the response.",
    category: "Network",
    icon: "link",
    parameters: [{ name: "url", label: "URL", required: true, properties: { format: "url" } }],
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

const webhook: Template = {
  name: "call-webhook",
  spec: {
    title: "Call a webhook",
    description: "Sends a JSON document to an address.",
    category: "Integration",
    icon: "send",
    parameters: [
      { name: "url", label: "URL", required: true, properties: { format: "url" } },
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

const database: Template = {
  name: "query-database",
  spec: {
    title: "Query the database",
    description: "Lists the largest tables of a PostgreSQL database. Edit the playbook to run another query.",
    category: "Integration",
    icon: "database",
    parameters: [
      {
        name: "connection",
        label: "Connection",
        description: "A stored connection, such as connection://default/orders.",
        required: true,
        properties: { regex: "connection://.+" },
      },
    ],
    actions: [
      {
        name: "Largest tables",
        sql: {
          connection: "{{.params.connection}}",
          query: script(
            "select schemaname || '.' || relname as table_name,",
            "       pg_size_pretty(pg_total_relation_size(relid)) as size,",
            "       n_live_tup as estimated_rows",
            "from   pg_stat_user_tables",
            "order  by pg_total_relation_size(relid) desc",
            "limit  20",
          ),
        },
      },
    ],
  },
};

const prune: Template = {
  name: "prune-old-files",
  spec: {
    title: "Prune artifacts",
    description:
      "Deletes files of a folder of this machine that have not changed for some days. The first action lists them.",
    category: "Maintenance",
    icon: "trash-2",
    parameters: [
      { name: "folder", label: "Folder", required: true, properties: { regex: "/[^/].*" } },
      {
        name: "days",
        label: "Older than days",
        default: "30",
        required: true,
        properties: { format: "number", min: 1 },
      },
      { name: "delete", label: "Delete the files", type: "checkbox", default: "false" },
    ],
    actions: [
      {
        name: "List",
        exec: {
          env: [
            { name: "FOLDER", value: "{{.params.folder}}" },
            { name: "DAYS", value: "{{.params.days}}" },
          ],
          script: script('find "$FOLDER" -xdev -type f -mtime "+$DAYS" -printf "%s bytes  %p\\n"'),
        },
      },
      {
        name: "Delete",
        if: 'params.delete == true || params.delete == "true"',
        exec: {
          env: [
            { name: "FOLDER", value: "{{.params.folder}}" },
            { name: "DAYS", value: "{{.params.days}}" },
          ],
          script: script('find "$FOLDER" -xdev -type f -mtime "+$DAYS" -print -delete | wc -l'),
        },
      },
    ],
  },
};

export const templates: readonly Template[] = [
  diagnosis,
  diskSpace,
  processes,
  port,
  address,
  webhook,
  database,
  prune,
];
