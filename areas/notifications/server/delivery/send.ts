// Sends one built message and returns the result for the ledger.
import type { Json } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { DeliveryFailure, type Exchange } from "../channels/channel.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import type { PipelineTools } from "../pipeline/tools.ts";
import { deliveredPartsOf, restoreParts } from "../channels/delivered-parts.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";
import type { Addresses } from "./address.ts";
import type { BuiltMessage, Variables } from "./build.ts";
import { filledProperties, TemplateFault } from "./fill.ts";
import { requestRun } from "./request-run.ts";

export interface Sent {
  outcome: "delivered" | "failed" | "refused" | "interrupted";
  error?: string | undefined;
  retryAfterMs?: number | undefined;
  reference?: Json | undefined;
  /** The delivered parts of a message that failed as a whole. */
  parts?: Readonly<Record<string, Json>> | undefined;
  exchanges: readonly Exchange[];
  durationMs: number;
}

/** Limits the size of stored exchanges. */
const maxText = 8_000;
const maxExchanges = 10;

export async function sendMessage(
  tools: PipelineTools,
  addresses: Addresses,
  { message, rule, recipient, variables, deliveredParts }: BuiltMessage,
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
    if (recipient.channel === "playbook") {
      await requestRun(system, recipient, message, variables());
      return done({ outcome: "delivered" });
    }
    const { type, address, scrubber } = await addresses.of(rule, recipient);
    const properties = await propertiesOf(rule, recipient, variables);
    restoreParts(message, deliveredParts);
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
    return done({
      outcome: isFinal ? "refused" : "failed",
      error: text,
      retryAfterMs,
      parts: deliveredPartsOf(message),
    });
  }
}

/** The properties of the rule override those of the service. Without values, templates are not filled in. */
export async function propertiesOf(
  rule: Pick<Rule, "properties">,
  { service, personId }: Pick<Recipient, "service" | "personId">,
  values: Variables | undefined,
): Promise<Record<string, string>> {
  // A template could show people fields of resources that they are not allowed to read, so their own properties are
  // plain text.
  const own = await filledProperties(service.properties ?? {}, personId === null ? values : undefined);
  return { ...own, ...(await filledProperties(rule.properties, values)) };
}

/** Everyone can enter addresses in their own preferences; operators write connections, rules and teams. */
export function trustOf({ destination, personId, connectionId }: Recipient): Trust {
  if (destination === "mail") return "system";
  return personId === null || connectionId !== null ? "operator" : "anyone";
}

function failureOf(error: unknown): { isFinal: boolean; retryAfterMs?: number | undefined; text: string } {
  if (error instanceof DeliveryFailure)
    return { isFinal: error.isFinal, retryAfterMs: error.retryAfterMs, text: error.message };
  // A mistake in the rule is final; everything else may work later.
  const isFinal = error instanceof TemplateFault || (error instanceof Problem && error.status < 500);
  return { isFinal, text: error instanceof Error ? error.message : String(error) };
}

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

const bounded = (exchange: Exchange): Exchange => {
  const { request, response } = exchange;
  if (request.length <= maxText && (response?.length ?? 0) <= maxText) return exchange;
  return { ...exchange, request: cut(request), ...(response !== undefined && { response: cut(response) }) };
};
