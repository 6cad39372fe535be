// Simulates CloudWatch Logs as https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/ describes it, with
// the commands of Logs Insights that searches use.
import { isSignedWith } from "../servers/aws-signature.ts";
import { faulty, type FaultyStandIn, type StoredLine } from "./log-lines.ts";
import { json, type Answer } from "./stand-in.ts";

export const cloudKeys = { access: "AKIACANARYLOGS", secret: "canary-cloudwatch-secret" };
export const logGroup = "/shop/orders";

const refused = (type: string, message: string, status = 400) => json({ __type: type, message }, status);

/** Messages of the group are JSON, whose fields queries can read. */
const written = ({ message, labels }: StoredLine) => JSON.stringify({ message, ...labels });

type Test = (line: StoredLine) => boolean;

/** Returns undefined for a command that is not known. */
function filterOf(command: string): Test | undefined {
  const fieldOf = (name: string, line: StoredLine) =>
    name === "@message" ? written(line) : name === "@logStream" ? line.labels["app"] : line.labels[name];
  const like = /^filter (@?[\w.]+) (not )?like (?:\/((?:[^/\\]|\\.)+)\/|("(?:[^"\\]|\\.)*"))$/.exec(command);
  if (like) {
    const [, field, not, pattern, text] = like;
    const isAny = pattern?.startsWith("(?i)") ?? false;
    const expression =
      pattern === undefined ? undefined : new RegExp(isAny ? pattern.slice(4) : pattern, isAny ? "i" : "");
    const has = (line: string) => (expression ? expression.test(line) : line.includes(JSON.parse(text!) as string));
    return (line) => has(fieldOf(field!, line) ?? "") === (not === undefined);
  }
  const equal = /^filter (@?[\w.]+) = ("(?:[^"\\]|\\.)*")$/.exec(command);
  if (!equal) return undefined;
  const [, name, value] = equal as unknown as [string, string, string];
  return (line) => fieldOf(name, line) === JSON.parse(value);
}

/** Times have no zone. */
const printed = (time: number) => new Date(time).toISOString().replace("T", " ").replace("Z", "");

function results(query: string, lines: readonly StoredLine[]): object[][] | undefined {
  let found = [...lines];
  for (const command of query.split(" | ").map((part) => part.trim())) {
    if (command.startsWith("fields ")) continue;
    const sort = /^sort @timestamp (asc|desc)$/.exec(command);
    const limit = /^limit (\d+)$/.exec(command);
    const stats = /^stats count\(\*\) as lines by bin\((\d+)s\) as time, level$/.exec(command);
    const filter = filterOf(command);
    if (sort) found.sort((a, b) => (sort[1] === "desc" ? b.time - a.time : a.time - b.time));
    else if (limit) found = found.slice(0, Number(limit[1]));
    else if (filter) found = found.filter(filter);
    else if (stats) {
      const ms = Number(stats[1]) * 1_000;
      const groups = Map.groupBy(found, ({ time, labels }) => `${Math.floor(time / ms) * ms} ${labels["level"]}`);
      return [...groups].map(([key, members]) => {
        const [time, level] = key.split(" ") as [string, string];
        return [
          { field: "time", value: printed(Number(time)) },
          { field: "level", value: level },
          { field: "lines", value: String(members.length) },
        ];
      });
    } else return undefined;
  }
  return found.map((line) => [
    { field: "@timestamp", value: printed(line.time) },
    { field: "@message", value: `${written(line)}\n` },
    { field: "@logStream", value: line.labels["app"] },
    { field: "@ptr", value: `ptr-${line.time}` },
  ]);
}

const pageSize = 40;

export function standInCloudWatch(): FaultyStandIn & { stopped: string[] } {
  const queries = new Map<string, { rows: object[][]; asked: number }>();
  const stopped: string[] = [];
  const service = faulty((asked, lines): Answer => {
    const { headers, body, method, url } = asked;
    if (!headers["authorization"]?.includes(`Credential=${cloudKeys.access}/`))
      return refused("UnrecognizedClientException", "The security token included in the request is invalid.");
    if (!isSignedWith(cloudKeys.secret, { method, url, headers }, body))
      return refused(
        "InvalidSignatureException",
        "The request signature we calculated does not match the signature you provided.",
      );
    if (!headers["authorization"].includes("/eu-central-1/logs/aws4_request"))
      return refused("InvalidSignatureException", "Credential should be scoped to a valid region.");
    const request = JSON.parse(body) as Record<string, unknown>;
    const groups = [request["logGroupNames"] ?? request["logGroupName"] ?? []].flat() as string[];
    if (groups.some((name) => name !== logGroup))
      return refused("ResourceNotFoundException", "The specified log group does not exist.");
    switch (headers["x-amz-target"]) {
      case "Logs_20140328.StartQuery": {
        const [start, end] = [Number(request["startTime"]) * 1_000, Number(request["endTime"]) * 1_000];
        const inRange = lines.filter(({ time }) => time >= start && time <= end);
        const rows = results(String(request["queryString"]), inRange);
        if (!rows) return refused("MalformedQueryException", "unexpected symbol found");
        const queryId = `query-${queries.size + 1}`;
        queries.set(queryId, { rows: rows.slice(0, Number(request["limit"])), asked: 0 });
        return json({ queryId });
      }
      case "Logs_20140328.GetQueryResults": {
        const query = queries.get(String(request["queryId"]))!;
        query.asked += 1;
        return query.asked === 1
          ? json({ status: "Running", results: [] })
          : json({ status: "Complete", results: query.rows });
      }
      case "Logs_20140328.StopQuery":
        stopped.push(String(request["queryId"]));
        return json({ success: true });
      case "Logs_20140328.FilterLogEvents": {
        const from = Number(request["nextToken"] ?? 0);
        const found = lines.filter(({ time }) => time >= Number(request["startTime"]));
        const events = found.slice(from, from + pageSize).map((line) => ({
          timestamp: line.time,
          message: written(line),
          logStreamName: line.labels["app"],
          eventId: `event-${line.time}`,
        }));
        return json({ events, ...(from + pageSize < found.length && { nextToken: String(from + pageSize) }) });
      }
      case "Logs_20140328.DescribeLogStreams":
        return json({ logStreams: [{ logStreamName: "cart" }, { logStreamName: "quay" }] });
      case "Logs_20140328.DescribeLogGroups":
        return json({ logGroups: [{ logGroupName: logGroup, storedBytes: 10 }] });
      default:
        return refused("UnknownOperationException", "");
    }
  });
  return Object.assign(service, { stopped });
}
