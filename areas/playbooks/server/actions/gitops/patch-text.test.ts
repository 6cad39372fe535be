import { expect, test } from "vitest";
import { patchedText } from "./patch-text.ts";

const manifest = `# Ships of the harbour
apiVersion: apps/v1   # stable
kind: Deployment
metadata:
    name: ada
spec:
    replicas: 2   # night shift

    # Keep the order.
    images:
    - name: web
      tag: "1.0"
    - {name: side, tag: '2.0'}
`;

test("changes one value and keeps comments, quotes and layout", async () => {
  const patched = await patchedText("deploy.yaml", manifest, '.spec.replicas = 5 | .spec.images[0].tag = "1.1"');
  expect(patched).toBe(manifest.replace("replicas: 2", "replicas: 5").replace('"1.0"', '"1.1"'));
});

test("adds and removes keys", async () => {
  const added = await patchedText("deploy.yml", manifest, '.metadata.labels.app = "ada" | del(.spec.images)');
  expect(added).toContain("# Ships of the harbour");
  expect(added).toContain("replicas: 2   # night shift");
  expect(added).toMatch(/labels:\n +app: ada/);
  expect(added).not.toContain("images");
});

test("patches only the selected documents of a file", async () => {
  const file = `# first\nkind: Service\nport: 1 # low\n---\n# second\nkind: Deployment\nreplicas: 1 # few\n`;
  expect(await patchedText("all.yaml", file, 'select(.kind == "Deployment") | .replicas = 3')).toBe(
    file.replace("replicas: 1", "replicas: 3"),
  );
  expect(await patchedText("all.yaml", file, '(select(.kind == "Service") | .port) = 2')).toBe(
    file.replace("port: 1", "port: 2"),
  );
});

test("returns the same text if nothing changes", async () => {
  expect(await patchedText("deploy.yaml", manifest, ".spec.replicas = 2")).toBe(manifest);
});

test("patches JSON with its own indentation", async () => {
  const file = '{\n\t"replicas": 1,\n\t"name": "ada"\n}';
  expect(await patchedText("values.json", file, ".replicas = 4")).toBe(file.replace("1", "4"));
  expect(await patchedText("values.json", '{"a":1}\n', ".a += 1")).toBe('{"a":2}\n');
});

test.each([
  ["deploy.yaml", ".spec.replicas =", /The patch of deploy\.yaml fails: .*ends too early/],
  ["deploy.yaml", ".spec.images[]", /has 2 results/],
  ["values.json", ".a", /values\.json is not JSON/],
])("a patch of %s fails with the explanation %s", async (path, expression, message) => {
  await expect(patchedText(path, manifest, expression)).rejects.toMatchObject({
    name: "ActionInvalid",
    message: expect.stringMatching(message),
  });
});
