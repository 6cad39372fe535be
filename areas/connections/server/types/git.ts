import { listRefs } from "../clients/git.ts";
import { connectionType } from "../connection/connection-type.ts";
import { choice, credential, hostKey, line, longCredential } from "../connection/fields.ts";
import { describeRef } from "../connection/git-refs.ts";

export const git = connectionType({
  type: "git",
  title: "Git",
  icon: "git",
  group: "Code",
  fields: {
    url: line("URL", "url", { placeholder: "https://host/group/project.git, or git@host:group/project.git" }),
    auth: choice("Authentication", "properties.auth", ["None", "Basic", "SSH"], "Basic"),
    username: credential("Username", "username", { shownWhen: { auth: "Basic" } }).optional(),
    password: credential("Password", "password", { shownWhen: { auth: "Basic" } }).optional(),
    certificate: longCredential("SSH Key", "certificate", { shownWhen: { auth: "SSH" } }).optional(),
    hostKey: hostKey({ shownWhen: { auth: "SSH" } }),
    ref: line("Ref", "properties.ref").default("main"),
  },
  async test(connection, trial) {
    const ref = connection.properties["ref"] || "main";
    const { refs, where } = await listRefs(connection, trial, ref);
    return `Git over ${where}, ${describeRef(refs, ref)}`;
  },
});
