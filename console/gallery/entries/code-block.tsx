import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import type { GalleryEntry } from "../entry.ts";

const yaml = `# A check of the shop's front page
apiVersion: canaries.example.org/v1
kind: Canary
metadata:
  name: shop
  labels: { team: checkout, tier: "1" }
spec:
  interval: 30
  http:
    - name: front page
      url: https://shop.example.org
      responseCodes: [200, 204]
      maxSSLExpiry: 7
      test: |
        code == 200 && json.status == "ok"
`;
const json = JSON.stringify({ name: "shop", healthy: true, latency: 12.5, last: null, tags: ["a", "b"] }, null, 2);
const sql = `-- What is due
select id, name, 'it''s due' as why
from   checks
where  next_runtime <= now() and deleted_at is null
limit  50`;
const shell = `kubectl --kubeconfig prod-kubeconfig.yaml get canaries -n "$NAMESPACE" # all of them`;

export const entry: GalleryEntry = {
  name: "Code block",
  group: "Feedback",
  states: [
    { name: "YAML", draw: () => <CodeBlock title="canary.yaml" language="yaml" code={yaml} /> },
    { name: "JSON", draw: () => <CodeBlock title="answer.json" language="json" code={json} /> },
    { name: "SQL", draw: () => <CodeBlock title="Query" language="sql" code={sql} /> },
    { name: "A command", draw: () => <CodeBlock title="Command" isBare language="shell" code={shell} /> },
    { name: "Nothing", draw: () => <CodeBlock title="Empty" code="" /> },
    {
      name: "Too long",
      draw: () => (
        <CodeBlock
          title="a-file-with-a-name-that-is-much-longer-than-anybody-would-think-is-reasonable-for-a-file.yaml"
          language="yaml"
          code={`${"key: ".padEnd(400, "x")}\n${yaml.repeat(60)}`}
        />
      ),
    },
  ],
};
