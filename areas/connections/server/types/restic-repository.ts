// Reads the files of a restic repository: over restic's REST protocol, or from S3.
import { z } from "zod";
import type { Trial } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { signedHeaders } from "../clients/aws-signature.ts";
import { basic, type Reply, serviceCall, type ServiceCall } from "../clients/service-call.ts";

export interface Repository {
  /** The host in messages, such as "host:8000". */
  host: string;
  /** Reads a file; undefined if it does not exist. */
  file(name: string): Promise<Buffer | undefined>;
  keys(): Promise<string[]>;
}

export interface Access {
  accessKey: string | undefined;
  secretKey: string | undefined;
  password: string;
  insecure: boolean;
}

export function repositoryAt(trial: Trial, address: string, access: Access): Repository {
  const [, backend = "", place = ""] = /^([a-z0-9]+):(?!\\)(.*)$/.exec(address) ?? [];
  if (backend === "rest") return restRepository(trial, place, access);
  if (backend === "s3") return s3Repository(trial, place, access);
  if (backend === "" || /^[a-z]$/i.test(backend))
    throw new ConnectionFailure(
      "The repository is a local folder, which cannot be tested",
      "Serve it with rest-server and write rest:https://host:8000/.",
    );
  throw new ConnectionFailure(
    `Repositories of the type ${backend}: cannot be tested`,
    "Only rest: and s3: can be tested; the connection may still work.",
  );
}

const listed = z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]));

function restRepository(trial: Trial, place: string, { password, insecure }: Access): Repository {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (!url)
    throw new ConnectionFailure("The repository URL is not valid", "Use the form rest:https://host:8000/name/.");
  const [user, word] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const service = serviceCall(trial, {
    name: "The rest-server",
    address: `${url.origin}${url.pathname}`,
    credential: "the username and the password in the repository URL",
    secrets: [word, password],
    headers: user ? { authorization: basic(user, word) } : {},
    tls: { insecure },
    right: "read the repository",
  });
  return {
    host: service.host,
    file: async (name) => fileIn(service, await service.reply(`/${name}`, { headers: { accept: "*/*" } })),
    keys: () => service.ask("/keys/", listed, { headers: { accept: "application/vnd.x.restic.rest.v2" } }),
  };
}

function s3Repository(trial: Trial, place: string, { accessKey, secretKey, password, insecure }: Access): Repository {
  const found = /^(?:(https?):\/*)?([^/]+)\/([^/]+)\/?(.*?)\/*$/.exec(place);
  if (!found)
    throw new ConnectionFailure("The repository URL is not valid", "Use the form s3:https://host/bucket/path.");
  if (!accessKey || !secretKey)
    throw new ConnectionFailure("The access key is empty", "Fill in Access Key and Secret Key.");
  const [, scheme = "https", host = "", bucket = "", prefix = ""] = found;
  const address = `${scheme}://${host}`;
  const service = serviceCall(trial, {
    name: "S3",
    address,
    credential: "the access key",
    secrets: [accessKey, secretKey, password],
    tls: { insecure },
    right: "read the bucket",
  });
  const under = (path: string) => (prefix ? `${prefix}/${path}` : path);
  let region = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(host)?.[1] ?? "us-east-1";
  const get = async (path: string): Promise<Reply> => {
    const url = new URL(`${address}/${bucket}${path}`);
    const headers = await signedHeaders({ method: "GET", url, region, service: "s3", accessKey, secretKey });
    const reply = await service.reply(`${url.pathname}${url.search}`, { headers });
    const bucketRegion = reply.headers["x-amz-bucket-region"];
    if (reply.status < 400 && reply.status !== 301) return reply;
    if (bucketRegion === undefined || bucketRegion === region) return reply;
    region = bucketRegion;
    return get(path);
  };
  return {
    host: `${service.host}, bucket ${bucket}`,
    file: async (name) => fileIn(service, await get(`/${under(name)}`)),
    async keys() {
      const query = new URLSearchParams({ "list-type": "2", prefix: under("keys/") });
      const reply = await get(`?${query}`);
      if (reply.status !== 200) throw refusalOfS3(service, reply);
      return [...reply.text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!.split("/").at(-1)!);
    },
  };
}

function fileIn(service: ServiceCall, reply: Reply): Buffer | undefined {
  if (reply.status === 200) return reply.body;
  if (reply.status === 404) return undefined;
  throw refusalOfS3(service, reply);
}

/** S3 responds with 403 even to unknown keys; the error code in its XML distinguishes them. */
function refusalOfS3(service: ServiceCall, reply: Reply): ConnectionFailure {
  const code = /<Code>(\w+)<\/Code>/.exec(reply.text)?.[1];
  const isUnknown = code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch";
  return service.refusal(isUnknown ? { ...reply, status: 401 } : { ...reply, json: reply.json ?? code });
}
