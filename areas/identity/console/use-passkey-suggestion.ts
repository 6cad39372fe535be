import { useEffect, useEffectEvent } from "react";
import type { AnyFlow } from "../model.ts";
import { csrfToken } from "./flow-nodes.ts";
import type { FlowValues } from "./flow-values.ts";
import { perform, stopAsking, waitingCeremony, whyNoKeys } from "./security-keys.ts";

/**
 * Offers passkeys among the browser's suggestions for the email field, if the browser supports it. Nothing happens
 * unless the user chooses a passkey.
 */
export function usePasskeySuggestion(flow: AnyFlow | undefined, submit: (values: FlowValues) => void) {
  const send = useEffectEvent((answer: Readonly<Record<string, string>>) => {
    if (flow) submit({ csrf_token: csrfToken(flow), method: "passkey", ...answer });
  });
  useEffect(() => {
    const ceremony = flow && waitingCeremony(flow);
    if (!ceremony || whyNoKeys() !== undefined || !canSuggest()) return;
    let isOver = false;
    const wait = async () => {
      const answer = await perform(ceremony, { asSuggestion: true });
      if (!isOver) send({ [ceremony.answer]: answer });
    };
    wait().catch(() => {});
    return () => {
      isOver = true;
      void stopAsking();
    };
  }, [flow]);
}

const canSuggest = () => "isConditionalMediationAvailable" in PublicKeyCredential;
