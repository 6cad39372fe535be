import { connectionType } from "../connection-type.ts";
import { ConnectionFailure } from "../failure.ts";
import { yes } from "#server/spec/parts.ts";
import { credential, line } from "../fields.ts";
import { signedHeaders } from "./aws-signature.ts";
import { type Reply, serviceCall } from "./service-call.ts";

const fixes: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  InvalidClientTokenId: ["AWS does not know the access key", "Check Access Key: it may be mistyped or deleted."],
  SignatureDoesNotMatch: ["AWS does not accept the secret key", "Check Secret Key: it is not that of the access key."],
  ExpiredToken: ["The access key has expired", "Make a new one."],
  AccessDenied: ["AWS knows the access key and denies the request", "Look at the policies of whom it belongs to."],
};

export const aws = connectionType({
  type: "aws",
  title: "AWS",
  icon: "aws",
  group: "Cloud",
  fields: {
    region: line("Region", "properties.region", { placeholder: "us-east-1" }).optional(),
    profile: line("Profile", "properties.profile").optional(),
    username: credential("Access Key", "username").optional(),
    password: credential("Secret Key", "password").optional(),
    insecureTLS: yes.default(false).meta({
      label: "Insecure TLS",
      kept: "properties.insecureTLS",
      description: "Accept a certificate that nobody vouches for.",
    }),
  },
  async test({ username, password, properties, insecure_tls }, trial) {
    if (!username || !password) throw withoutKeys(properties["profile"]);
    const region = properties["region"] || "us-east-1";
    if (!/^[a-z0-9-]+$/.test(region)) throw new ConnectionFailure("Region is none", "Write it like eu-central-1.");
    const address = `https://sts.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
    const body = new URLSearchParams({ Action: "GetCallerIdentity", Version: "2011-06-15" }).toString();
    const headers = signedHeaders({
      method: "POST",
      url: new URL(`${address}/`),
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body,
      region,
      service: "sts",
      accessKey: username,
      secretKey: password,
    });
    const service = serviceCall(trial, {
      name: "AWS",
      address,
      isFixed: true,
      credential: "the access key",
      secrets: [username, password],
      tls: { insecure: insecure_tls || properties["insecureTLS"] === "true" },
    });
    const reply = await service.reply("/", { method: "POST", headers: { ...headers, accept: "text/xml" }, body });
    const arn = elementIn(reply, "Arn");
    if (reply.status === 200 && arn === undefined) throw service.stranger(reply);
    if (arn === undefined) {
      const known = fixes[elementIn(reply, "Code") ?? ""];
      throw known
        ? new ConnectionFailure(...known)
        : service.refusal({ ...reply, json: elementIn(reply, "Message") ?? reply.json });
    }
    return `AWS account ${elementIn(reply, "Account")}, ${region}, as ${arn}`;
  },
});

function withoutKeys(profile: string | undefined): ConnectionFailure {
  const fix = "Fill in Access Key and Secret Key.";
  return profile
    ? new ConnectionFailure(`The profile ${profile} is not read: files of the server's own are nobody's to use`, fix)
    : new ConnectionFailure("There is no access key, and roles of the machine are nobody's to use", fix);
}

/** What STS answers is flat: no two elements are of one name. */
const elementIn = ({ text }: Reply, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
