// One call of a contract, without React and its cache.
import { type AnyShape, type Call, fillPath } from "#language/call.ts";
import { http, type HttpRequest, type Query } from "./http.ts";

/** Only the parts that the contract asks for. */
export type Sent<S extends AnyShape> = {
  [Part in "params" | "query" | "body" as S[Part] extends undefined ? never : Part]: S[Part];
};

export const ask = <S extends AnyShape>(
  contract: Call<S>,
  sent: Sent<S>,
  options: Pick<HttpRequest, "signal" | "onUnauthorized" | "timeoutMs"> = {},
) => {
  const { params, query, body } = sent as { params?: Record<string, string>; query?: Query; body?: unknown };
  return http<S["answer"]>(contract.method, fillPath(contract.path, params), { ...options, query, body });
};
