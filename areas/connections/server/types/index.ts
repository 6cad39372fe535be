// Every type of connection.
import type { ConnectionType } from "../connection-type.ts";
import { postgres } from "./postgres.ts";
import { slack } from "./slack.ts";

export const connectionTypes: readonly ConnectionType[] = [postgres, slack];
