// The state of a flow screen: one exchange with the identity service at a time, aborted when the screen is left.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import type { AnyFlow } from "../model.ts";
import { beginFlow, type FlowScreenOf, type FlowStep, placeAfter, submitFlow } from "./flow-steps.ts";
import { isSignInScreen } from "./flow-failure.ts";
import type { FlowValues } from "./flow-values.ts";
import { useAddress, flowUrl } from "./use-address.ts";
import { useComeBack, useIsHere } from "./screen-visit.ts";

export type FlowScreen<Flow> =
  | { phase: "waiting" }
  | { phase: "form"; flow: Flow; notice: string | undefined; isBusy: boolean }
  | { phase: "failed"; error: unknown };

/** `answered` returns the flow to show after a successful submit; undefined if the browser leaves the screen. */
export function useFlow<Flow extends AnyFlow, Answer>(
  screenOptions: FlowScreenOf<Flow, Answer>,
  answered: (answer: Answer) => Flow | undefined,
) {
  const [url, setUrl] = useAddress(flowUrl);
  const [screen, setScreen] = useState<FlowScreen<Flow>>({ phase: "waiting" });
  const conversation = useRef<AbortController>(undefined);
  const isHere = useIsHere();

  const converse = async (steps: (signal: AbortSignal) => Promise<FlowStep<Flow, Answer>>) => {
    conversation.current?.abort();
    const mine = new AbortController();
    conversation.current = mine;
    const step = await steps(mine.signal);
    if (mine.signal.aborted) return;
    conversation.current = undefined;
    follow(step);
  };

  const draw = (flow: Flow, notice?: string) => {
    setScreen({ phase: "form", flow, notice, isBusy: false });
    // Writes the flow into the URL, so that a reload shows the same flow. The used invitation is removed from the URL.
    if (flow.id !== url.flow && isHere()) setUrl({ flow: flow.id, invitation: undefined });
  };

  const follow = (step: FlowStep<Flow, Answer>): void => {
    switch (step.next) {
      case "draw":
        return draw(step.flow, step.notice);
      case "answered": {
        const next = answered(step.answer);
        return next && draw(next);
      }
      case "signed-in":
        return location.replace(placeAfter(url));
      case "go":
        setScreen({ phase: "waiting" });
        // Other providers redirect back to the console, and recovery redirects to the profile. Both pages then request
        // the session.
        if (!isSignInScreen(step.address)) signedInHint.set(true);
        return location.assign(step.address);
      case "fail":
        return setScreen({ phase: "failed", error: step.error });
    }
  };

  const begin = useEffectEvent(() => {
    void converse((signal) => beginFlow(screenOptions, url, signal));
  });
  useEffect(() => {
    begin();
    return () => conversation.current?.abort();
  }, []);

  const retry = () => {
    setScreen({ phase: "waiting" });
    void converse((signal) => beginFlow(screenOptions, url, signal));
  };
  useComeBack(retry);

  return {
    url,
    screen,
    /** A second submit is ignored while the first is pending. */
    submit(values: FlowValues) {
      if (screen.phase !== "form" || conversation.current) return;
      setScreen({ ...screen, notice: undefined, isBusy: true });
      void converse((signal) => submitFlow(screenOptions, screen.flow, { values, asked: url, signal }));
    },
    retry,
  };
}
