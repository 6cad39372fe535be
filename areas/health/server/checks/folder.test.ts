// Folders in buckets of Google's, against a stand-in that speaks the documented API. Others are looked at where they really are
// (tests/system).
import { expect, test } from "vitest";
import { look, type Looked } from "../../../../tests/servers/look.ts";
import { clouds, googleBuckets, googleKey } from "../../../../tests/services/clouds.ts";
import { startStandIns } from "../../../../tests/services/stand-in.ts";

const { outbound } = await startStandIns(clouds);
googleBuckets.set(
  "dumps",
  new Map(["a", "b", "c", "d", "old/e", "old/f"].map((name) => [`nightly/${name}.gz`, "x".repeat(1_024)])),
);
const gcpConnection = { credentials: { value: googleKey() } };

test.each<[what: string, spec: object, found: Looked]>([
  [
    "one folder, page by page",
    { path: "gcs://dumps/nightly", gcpConnection, minCount: 4, maxCount: 4 },
    { pass: true, message: "4 files, 4 KiB" },
  ],
  ["all below it", { path: "gs://dumps/nightly", recursive: true, gcpConnection, minCount: 6 }, { pass: true }],
  [
    "what fits",
    { path: "gcs://dumps/**/e.gz", gcpConnection, maxAge: "1s" },
    { pass: false, data: { errorType: "max_age", results: { files: [{ name: "nightly/old/e.gz", size: 1_024 }] } } },
  ],
  [
    "no key",
    { path: "gcs://dumps/nightly" },
    { pass: false, error: expect.stringContaining("dumps is not open to everybody") as string },
  ],
  [
    "no bucket",
    { path: "gcs://lost", gcpConnection },
    { pass: false, error: expect.stringContaining("There is no bucket lost") as string },
  ],
])("of a bucket, %s", async (_, spec, found) => {
  expect(await look("folder", { name: "dumps", ...spec }, { outbound })).toMatchObject(found);
});
