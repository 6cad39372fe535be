// The state of the sign-in screen: one exchange with the identity service at a time, aborted when the screen is left.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { returnPlace } from "#console/client/login.ts";
import type { LoginFlow } from "../model.ts";
import { addressCredentials, forgetPassword } from "./address-credentials.ts";
import { placeElsewhere } from "./flow-failure.ts";
import { csrfToken } from "./flow-nodes.ts";
import type { FlowValues } from "./flow-values.ts";
import { beginLogin, type LoginStep, submitLoginForm } from "./login-steps.ts";
import { useAddress, loginUrl } from "./use-address.ts";
import { useComeBack } from "./screen-visit.ts";

export type LoginScreen =
  /** The form is not available yet, because the flow is loading or the user is being signed in. */
  | { phase: "waiting" }
  | { phase: "form"; flow: LoginFlow; notice: string | undefined; isBusy: boolean }
  | { phase: "failed"; error: unknown };

export function useLogin() {
  const [url, setUrl] = useAddress(loginUrl);
  const [screen, setScreen] = useState<LoginScreen>({ phase: "waiting" });
  const conversation = useRef<AbortController>(undefined);

  const converse = async (steps: (signal: AbortSignal) => Promise<LoginStep>) => {
    conversation.current?.abort();
    const mine = new AbortController();
    conversation.current = mine;
    const step = await steps(mine.signal);
    if (mine.signal.aborted) return;
    conversation.current = undefined;
    await follow(step);
  };

  const follow = async (step: LoginStep): Promise<void> => {
    switch (step.next) {
      case "draw": {
        const { username, password } = addressCredentials();
        if (username && password && step.flow.requested_aal === "aal1") {
          forgetPassword();
          const values = {
            method: "password",
            identifier: username,
            password,
            csrf_token: csrfToken(step.flow),
          };
          return converse((signal) => submitLoginForm(step.flow, values, url, signal));
        }
        setScreen({ phase: "form", flow: step.flow, notice: step.notice, isBusy: false });
        // Writes the flow into the URL, so that a reload shows the same flow.
        if (step.flow.id !== url.flow) setUrl({ flow: step.flow.id });
        return undefined;
      }
      case "signed-in":
        setScreen({ phase: "waiting" });
        signedInHint.set(true);
        if (step.elsewhere !== undefined) return location.assign(step.elsewhere);
        return location.replace(returnPlace(url.return_to));
      case "go":
        setScreen({ phase: "waiting" });
        // The other provider redirects back to the console, which then requests the session.
        if (placeElsewhere(step.address) !== undefined) signedInHint.set(true);
        return location.assign(step.address);
      case "fail":
        return setScreen({ phase: "failed", error: step.error });
    }
  };

  const begin = useEffectEvent(() => {
    void converse((signal) => beginLogin(url, signal));
  });
  useEffect(() => {
    begin();
    return () => conversation.current?.abort();
  }, []);

  const retry = () => {
    setScreen({ phase: "waiting" });
    void converse((signal) => beginLogin(url, signal));
  };
  useComeBack(retry);

  return {
    url,
    screen,
    /** A second submit is ignored while the first is pending. */
    submit(values: FlowValues) {
      if (screen.phase !== "form" || conversation.current) return;
      setScreen({ ...screen, isBusy: true });
      void converse((signal) => submitLoginForm(screen.flow, values, url, signal));
    },
    retry,
  };
}
