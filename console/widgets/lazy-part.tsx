import { lazy, type ReactNode, useState } from "react";

export type FunctionComponent<Props> = (props: Props) => ReactNode;

export type LazyPart<Props> = FunctionComponent<Props> & { preload(): Promise<void> };

/**
 * A component whose code is fetched when it is first rendered, or earlier if `preload` is called, for example by the
 * router.
 */
export function lazyPart<Props extends object>(load: () => Promise<FunctionComponent<Props>>): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const Later = lazy(async () => ({ default: await loadOnce() }));

  function Part(props: Props) {
    // Code that is already loaded is rendered at once. This is decided once per mounted component, since switching
    // later would mount the part again.
    const [Chosen] = useState<FunctionComponent<Props>>(() => loaded ?? ((props: Props) => <Later {...props} />));
    return <Chosen {...props} />;
  }
  return Object.assign(Part, {
    preload: async () => {
      await loadOnce();
    },
  });
}
