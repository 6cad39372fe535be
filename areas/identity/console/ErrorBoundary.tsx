import { Component, type ReactNode } from "react";
import { LastResort } from "#console/shell/LastResort.tsx";

interface Thrown {
  thrown?: { error: unknown };
}

/** Shows the error page when a screen throws while rendering. In the console the router does this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Thrown> {
  override state: Thrown = {};

  static getDerivedStateFromError(error: unknown): Thrown {
    return { thrown: { error } };
  }

  override render() {
    const { thrown } = this.state;
    return thrown ? <LastResort error={thrown.error} /> : this.props.children;
  }
}
