const icons: Readonly<Record<string, string>> = {
  exec: "exec",
  http: "http",
  sql: "database",
  pod: "k8s-pod",
  gitops: "git",
  github: "github",
  azureDevopsPipeline: "azure-devops",
  notification: "bell",
  ai: "lightbulb",
  logs: "logs",
};

/** The icon for an action kind; unknown kinds have the playbook icon. */
export const iconOfAction = (kind: string | undefined): string => icons[kind ?? ""] ?? "circle-play";
