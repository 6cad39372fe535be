import { connectionType } from "../connection/connection-type.ts";
import { credential, line } from "../connection/fields.ts";

export const windows = connectionType({
  type: "windows",
  title: "Windows",
  icon: "windows",
  group: "Network and hosts",
  fields: {
    username: credential("Username", "username"),
    password: credential("Password", "password"),
    domain: line("Domain", "properties.domain").optional(),
  },
  untested: "A Windows connection names no host: there is nothing to reach until a check that uses it does.",
});
