// All log readers. Each is a kind of the family log-backend and can be an entry in the spec of a log backend.
import type { LogReader } from "../source/reader.ts";
import { cloudwatch } from "./cloudwatch.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { file } from "./file.ts";
import { journald } from "./journald.ts";
import { kubernetes } from "./kubernetes.ts";
import { loki } from "./loki.ts";
import { opensearch } from "./opensearch.ts";

/** Only the reader itself knows the type of its spec; its schema validates the spec before the reader opens it. */
export const readers = [
  loki,
  elasticsearch,
  opensearch,
  cloudwatch,
  kubernetes,
  file,
  journald,
] as unknown as readonly LogReader[];
