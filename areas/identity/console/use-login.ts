// The sign-in screen's state: one conversation with the identity service at a time, given up when the screen is left.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { signedInHint } from "#console/access/session.ts";
import { returnPlace } from "#console/client/login.ts";
import { useUrl } from "#console/url/url-state.ts";
import type { LoginFlow } from "../model.ts";
import { addressCredentials, forgetPassword } from "./address-credentials.ts";
import { placeElsewhere } from "./flow-failure.ts";
import { csrfToken } from "./flow-nodes.ts";
import type { FlowValues } from "./flow-values.ts";
import { beginLogin, type LoginStep, submitLoginForm } from "./login-steps.ts";
import { type LoginUrl, loginUrl } from "./login-url.ts";
import { useComeBack } from "./use-come-back.ts";
import { useIsHere } from "./use-is-here.ts";

export type LoginScreen =
  /** Nothing to fill in: the flow is on its way, or the person is being signed in. */
  | { phase: "waiting" }
  | { phase: "form"; flow: LoginFlow; notice: string | undefined; isBusy: boolean }
  | { phase: "failed"; error: unknown };

export function useLogin() {
  const [url, setUrl] = useUrl(loginUrl);
  const [screen, setScreen] = useState<LoginScreen>({ phase: "waiting" });
  const conversation = useRef<AbortController>(undefined);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const isHere = useIsHere();

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
        const given = addressCredentials();
        if (given.username && given.password && step.flow.requested_aal === "aal1") {
          forgetPassword();
          const values = {
            method: "password",
            identifier: given.username,
            password: given.password,
            csrf_token: csrfToken(step.flow),
          };
          return converse((signal) => submitLoginForm(step.flow, values, url, signal));
        }
        setScreen({ phase: "form", flow: step.flow, notice: step.notice, isBusy: false });
        // A reload then shows the same flow.
        if (step.flow.id !== url.flow && isHere()) await setUrl({ flow: step.flow.id }, { replace: true });
        return undefined;
      }
      case "signed-in":
        setScreen({ phase: "waiting" });
        signedInHint.set(true);
        cache.clear();
        if (step.elsewhere !== undefined) return location.assign(step.elsewhere);
        return navigate({ href: returnPlace(url.return_to), replace: true });
      case "go":
        setScreen({ phase: "waiting" });
        // From another provider one comes back to the page itself, which then asks who it is.
        if (placeElsewhere(step.address) !== undefined) signedInHint.set(true);
        return location.assign(step.address);
      case "fail":
        return setScreen({ phase: "failed", error: step.error });
    }
  };

  // The flow's own id comes into the address later and asks for nothing new.
  const { aal, refresh, return_to } = url;
  const begin = useEffectEvent((asked: Omit<LoginUrl, "flow">) => {
    void converse((signal) => beginLogin({ ...asked, flow: url.flow }, signal));
  });
  useEffect(() => {
    begin({ aal, refresh, return_to });
    return () => conversation.current?.abort();
  }, [aal, refresh, return_to]);

  const retry = () => {
    setScreen({ phase: "waiting" });
    void converse((signal) => beginLogin(url, signal));
  };
  useComeBack(retry);

  return {
    url,
    screen,
    /** A second submit while one is on its way is ignored. */
    submit(values: FlowValues) {
      if (screen.phase !== "form" || conversation.current) return;
      setScreen({ ...screen, isBusy: true });
      void converse((signal) => submitLoginForm(screen.flow, values, url, signal));
    },
    retry,
  };
}
