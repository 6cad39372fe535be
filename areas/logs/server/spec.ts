// The spec of a log backend: the systems that store logs, and which requests go to which of them.
import { envVar, filled, labels, list, longTemplated, longText, part, text, texts, yes } from "#server/spec/parts.ts";

const routes = list(
  part({
    type: text.optional().meta({ label: "Type" }),
    id_prefix: text.optional().meta({ label: "Id begins with" }),
    labels: labels.optional(),
    is_additive: yes.optional().meta({ label: "Ask others, too" }),
  }),
)
  .optional()
  .meta({ label: "Routes" });

const common = { labels: labels.optional(), routes };
const fields = part({ timestamp: text.optional(), message: text.optional(), exclusions: texts.optional() })
  .optional()
  .meta({ label: "Fields" });

const opensearch = {
  address: text.optional().meta({ label: "Address", placeholder: "https://search.example.org:9200" }),
  username: envVar.optional().meta({ label: "Username", field: "env-var" }),
  password: envVar.optional().meta({ label: "Password", field: "env-var", secret: true }),
  index: text.optional().meta({ label: "Index" }),
  namespace: text.optional().meta({ label: "Namespace" }),
  query: longTemplated.optional().meta({ label: "Query template" }),
  fields,
  ...common,
};

const backend = part({
  elasticsearch: part({
    cloud_id: envVar.optional().meta({ label: "Cloud id", field: "env-var" }),
    api_key: envVar.optional().meta({ label: "API key", field: "env-var", secret: true }),
    ...opensearch,
  })
    .optional()
    .meta({ label: "Elasticsearch" }),
  opensearch: part(opensearch).optional().meta({ label: "OpenSearch" }),
  kubernetes: part({
    kubeconfig: envVar.optional().meta({ label: "Kubeconfig", field: "env-var", secret: true }),
    namespace: text.optional().meta({ label: "Namespace" }),
    ...common,
  })
    .optional()
    .meta({ label: "Kubernetes" }),
  file: part({ path: texts.optional().meta({ label: "Paths" }), ...common })
    .optional()
    .meta({ label: "File" }),
  cloudwatch: part({
    auth: part({
      region: text.optional().meta({ label: "Region" }),
      access_key: envVar.optional().meta({ label: "Access key", field: "env-var" }),
      secret_key: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
    })
      .optional()
      .meta({ label: "Credentials" }),
    log_group: filled.meta({ label: "Log group" }),
    namespace: text.optional().meta({ label: "Namespace" }),
    query: longText.optional().meta({ label: "Query", field: "long-text" }),
    ...common,
  })
    .optional()
    .meta({ label: "CloudWatch" }),
});

export const logBackendSpec = part({ backends: list(backend).optional().meta({ label: "Backends" }) });
