// Connects the pipeline with the channels and the silences of this area.
import { problem } from "#language/problem.ts";
import { DeliveryFailure } from "./channels/channel.ts";
import type { PipelineParts } from "./pipeline/parts.ts";

export const pipelineParts: PipelineParts = {
  channels: {
    addressOfConnection: () => undefined,
    addressOfUrl: () => {
      throw problem.invalid("No channel reads this URL.");
    },
    systemMail: () => undefined,
    withProperties: (_, address, properties) => ({ ...address, properties: { ...address.properties, ...properties } }),
    deliver: (type) => Promise.reject(new DeliveryFailure(`There is no channel ${type}.`, { isFinal: true })),
    helpers: {},
  },
  silences: () => ({ match: async () => undefined }),
};
