// Serves a repository created by restic 0.14 (`restic init`) with the password below, over the REST API in restic's
// documentation.
import { isSignedWith } from "../servers/aws-signature.ts";
import { type Answer, json, type StandIn } from "./stand-in.ts";

export const resticPassword = "correct horse";
export const resticServer = { user: "backup", password: "canaryK-rest-server" };

const keyName = "acd3f362af7375762edd89880a267e263bc30dc431e693e16bc8deea01dcd821";

export const repositoryFiles: ReadonlyMap<string, Buffer> = new Map([
  [
    "config",
    Buffer.from(
      "jjqPsW4MPEQtNTNW0lMqqG42oKo0Va/CAdBUIY+SfTuZmifZgF3g7r0FMLH2kQwa+tzxqZ1K/MVUbsRQZUCp2i8MeAmt7z/rDLsdTqZBoOd1++kY/YKHfxfH9ACe2F4kE67I74lF43e6D+79hU7FGBIa40Tx4jxx4gR53fMINi4P+vnwTz8VeouUabQRDRkWjXUMUOBZFIfi3to=",
      "base64",
    ),
  ],
  [
    `keys/${keyName}`,
    Buffer.from(
      JSON.stringify({
        created: "2026-11-15T14:38:12.792990619Z",
        username: "root",
        hostname: "vm",
        kdf: "scrypt",
        N: 32768,
        r: 8,
        p: 2,
        salt: "gHUhJgXLe2baTr+06csUVawe5NAEMqt9IJ6+vAMCnlS764HdMNmoDrhgBS2n2e3REsCqffUlvRV5QzEJtmvttw==",
        data: "qLlWRazvw01kP1nCrAQ1kkPQ6XjO3kAKZHPV074yamCFPyB6e4cq29ldPqaQzePZGcf1EbClhU3/sN4Wy99EzmVAtrNVPqwsicl1BR9msP8239dNXd1DJT/OyHBr97o/fXVS6hYhF1b1CfUZ85WmtrAHtZOZWbnEwDiVK6ALASmnmSYEfc8srko8/TnoxbTPzqCYWFMJ/9xGoXulbfHgfQ==",
      }),
    ),
  ],
]);

/** https://restic.readthedocs.io/en/stable/100_references.html#rest-backend */
const restServer: StandIn = ({ path, headers }) => {
  const { user, password } = resticServer;
  if (headers["authorization"] !== `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`)
    return { status: 401, body: "Unauthorized" };
  if (path === "/mondays/keys/") {
    const isNew = headers["accept"]?.includes("vnd.x.restic.rest.v2");
    return json(isNew ? [{ name: keyName, size: 443 }] : [keyName]);
  }
  const file = repositoryFiles.get(path.replace("/mondays/", ""));
  return file
    ? { headers: { "content-type": "application/octet-stream" }, body: file }
    : { status: 404, body: "Not Found" };
};

export const s3Keys = { accessKey: "AKIACANARYRESTIC", secretKey: "canaryLl/restic-secret-key" };

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html and …/API_GetObject.html */
const s3: StandIn = ({ method, url, path, query, headers }) => {
  const xml = (status: number, body: string, more: Answer["headers"] = {}): Answer => ({
    status,
    headers: { "content-type": "application/xml", ...more },
    body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  });
  const refused = (status: number, code: string, more?: Answer["headers"]) =>
    xml(status, `<Error><Code>${code}</Code><Message>${code}</Message><RequestId>4442587F</RequestId></Error>`, more);
  const authorization = headers["authorization"] ?? "";
  const [, key, region = ""] = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\//.exec(authorization) ?? [];
  if (key !== s3Keys.accessKey) return refused(403, "InvalidAccessKeyId");
  if (!isSignedWith(s3Keys.secretKey, { method, url, headers })) return refused(403, "SignatureDoesNotMatch");
  if (region !== "eu-west-3")
    return refused(400, "AuthorizationHeaderMalformed", { "x-amz-bucket-region": "eu-west-3" });
  const [, bucket, ...rest] = decodeURIComponent(path).split("/");
  if (bucket === "locked") return refused(403, "AccessDenied");
  if (bucket !== "backups") return refused(404, "NoSuchBucket");
  const name = (text: string) => text.replace("host one/", "");
  if (query.get("list-type") === "2") {
    const found = [...repositoryFiles.keys()].filter((file) => file.startsWith(name(query.get("prefix") ?? "")));
    const contents = found.map((file) => `<Contents><Key>host one/${file}</Key><Size>1</Size></Contents>`).join("");
    return xml(200, `<ListBucketResult><Name>${bucket}</Name>${contents}</ListBucketResult>`);
  }
  const file = repositoryFiles.get(name(rest.join("/")));
  return file ? { headers: { "content-type": "binary/octet-stream" }, body: file } : refused(404, "NoSuchKey");
};

export const resticServers = { "backup.example": restServer, "s3.example": s3 };
