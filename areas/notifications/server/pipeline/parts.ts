// The parts of this area that the pipeline uses: channels, template functions and silences.
import type { System } from "#server/area.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";

export interface SilenceSubject {
  kind: "config" | "component" | "check" | "canary";
  id: string;
  /** Ids of the ancestors: path of a config item or component, canary of a check. */
  ancestors: readonly string[];
  /** Variables for the filter. */
  environment: Readonly<Record<string, unknown>>;
}

export interface Silences {
  match(subject: SilenceSubject, at: Date): Promise<{ id: string; name: string } | undefined>;
  /** Returns the documents of resources that filters read. */
  mentions?(): Promise<ReadonlySet<string>>;
  close?(): void;
}

export interface PipelineParts {
  channels: ChannelTools;
  silences(system: System): Silences;
}
