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
  untested: "A Windows connection has no host, so it cannot be tested. The checks that use it name the host.",
});
