// What a check by address or connection is about, as people see it: never with a password.
interface Reaching {
  url?: string | undefined;
  connection?: string | undefined;
}

export const endpointOf = ({ url, connection }: Reaching): string | undefined =>
  (url || connection)?.replace(/:[^:@/]*@/, "@");
