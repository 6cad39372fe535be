import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { line, longCredential } from "../connection/fields.ts";
import { signIn } from "../clients/google-account.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const projects = z.object({
  projects: z.array(z.object({ projectId: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

export const googleCloud = connectionType({
  type: "google_cloud",
  title: "Google Cloud",
  icon: "google-cloud",
  group: "Cloud",
  fields: {
    url: line("Endpoint", "url", { placeholder: "https://cloudresourcemanager.googleapis.com" }),
    certificate: longCredential("Certificate", "certificate"),
  },
  async test({ url, certificate, insecure_tls }, trial) {
    const key = needed(certificate, "Certificate");
    const account = await signIn(trial, key, "https://www.googleapis.com/auth/cloud-platform.read-only");
    const service = serviceCall(trial, {
      name: "Google Cloud",
      address: needed(url, "Endpoint"),
      credential: "the service account",
      secrets: account.secrets,
      headers: { authorization: `Bearer ${account.token}` },
      tls: { insecure: insecure_tls },
      right: "list projects (resourcemanager.projects.get)",
    });
    const { projects: found, nextPageToken } = await service.ask("/v1/projects?pageSize=100", projects);
    const count = `${countOf(found.length, "project", "projects")}${nextPageToken ? " and more" : ""}`;
    return `Google Cloud at ${service.host}, ${count}, as ${account.email}`;
  },
});
