// All log readers. Each is a kind of the family log-backend, and an entry of the spec of log backends.
import type { LogReader } from "../source/reader.ts";
import { cloudwatch } from "./cloudwatch.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { file } from "./file.ts";
import { journald } from "./journald.ts";
import { kubernetes } from "./kubernetes.ts";
import { loki } from "./loki.ts";
import { opensearch } from "./opensearch.ts";

/** The type of the spec of each reader is only known to itself; its schema validates what it opens. */
export const readers = [
  loki,
  elasticsearch,
  opensearch,
  cloudwatch,
  kubernetes,
  file,
  journald,
] as unknown as readonly LogReader[];
