// Sends one built message and returns the result for the ledger.
import type { Json } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { DeliveryFailure, type Exchange } from "../channels/channel.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import type { PipelineTools } from "../pipeline/tools.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Addresses } from "./address.ts";
import type { Built } from "./build.ts";
import { filledProperties, TemplateFault } from "./fill.ts";

export interface Sent {
  outcome: "delivered" | "failed" | "refused" | "interrupted";
  error?: string | undefined;
  retryAfterMs?: number | undefined;
  reference?: Json | undefined;
  exchanges: readonly Exchange[];
  durationMs: number;
}

type Buildable = Extract<Built, { message: unknown }>;

/** Limits the size of stored exchanges. */
const maxText = 8_000;
const maxExchanges = 10;

export async function sendMessage(
  tools: PipelineTools,
  addresses: Addresses,
  { message, rule, recipient, environment }: Buildable,
  signal: AbortSignal,
): Promise<Sent> {
  const { system, channels } = tools;
  const exchanges: Exchange[] = [];
  const startedAt = performance.now();
  const done = (sent: Omit<Sent, "exchanges" | "durationMs">): Sent => ({
    ...sent,
    exchanges,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const { type, address, scrubber } = await addresses.of(rule, recipient);
    const properties = {
      ...(await filledProperties(recipient.service.properties ?? {}, environment)),
      ...(await filledProperties(rule.properties, environment)),
    };
    const delivery = await channels.deliver(type, channels.withProperties(type, address, properties), message, {
      outbound: system.outbound(trustOf(recipient)),
      scrubber,
      signal,
      record: (exchange) => void (exchanges.length < maxExchanges && exchanges.push(bounded(exchange))),
    });
    return done({ outcome: "delivered", reference: delivery.reference });
  } catch (error) {
    if (signal.aborted) return done({ outcome: "interrupted" });
    const { isFinal, retryAfterMs, text } = failureOf(error);
    return done({ outcome: isFinal ? "refused" : "failed", error: text, retryAfterMs });
  }
}

/** Everyone can enter addresses in their own preferences; operators write connections, rules and teams. */
function trustOf({ destination, personId, connectionId }: Recipient): Trust {
  if (destination === "mail") return "system";
  return personId === null || connectionId !== null ? "operator" : "anyone";
}

function failureOf(error: unknown): { isFinal: boolean; retryAfterMs?: number | undefined; text: string } {
  if (error instanceof DeliveryFailure)
    return { isFinal: error.isFinal, retryAfterMs: error.retryAfterMs, text: error.message };
  // A rule that is wrong stays wrong; everything else may work later.
  const isFinal = error instanceof TemplateFault || (error instanceof Problem && error.status < 500);
  return { isFinal, text: error instanceof Error ? error.message : String(error) };
}

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

const bounded = ({ request, response, status }: Exchange): Exchange => ({
  request: cut(request),
  ...(response !== undefined && { response: cut(response) }),
  ...(status !== undefined && { status }),
});
