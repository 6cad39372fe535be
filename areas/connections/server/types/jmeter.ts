import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { line, portNumber } from "../connection/fields.ts";
import { needed } from "../clients/service-call.ts";

export const jmeter = connectionType({
  type: "jmeter",
  title: "JMeter",
  icon: "jmeter",
  group: "Network and hosts",
  isHidden: true,
  fields: {
    url: line("Host", "url"),
    port: portNumber.optional().meta({ label: "Port", kept: "properties.port" }),
  },
  async test({ url, properties }, { outbound, signal }) {
    const host = needed(url, "Host");
    const port = Number(needed(properties["port"], "Port"));
    if (!portNumber.safeParse(port).success)
      throw new ConnectionFailure("The port is not valid", "Write a number from 1 to 65535.");
    const socket = await outbound.connect({ host, port, signal });
    socket.destroy();
    return `${host}, port ${port} is open; the service is not identified`;
  },
});
