// Toasts: short messages over the page. Any code can show a toast; Toasts.tsx renders them.

export type ToastKind = "success" | "warning" | "error" | "loading";

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  action?: ToastAction | undefined;
}

/** An action offered in the toast, such as undo. */
export interface ToastAction {
  label: string;
  run: () => void;
  /**
   * Whether the action is also available elsewhere. The toast then disappears as early as a toast without an action.
   */
  isShortcut?: true;
}

const SHOWN_MS = 5000;
/** Toasts with an action stay long enough to notice a mistake and press the button. */
const WITH_ACTION_MS = 15_000;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function show(next: readonly Toast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

interface ToastOptions {
  id?: number;
  action?: ToastAction | undefined;
}

function raise(kind: ToastKind, message: string, { id = ++lastId, action }: ToastOptions = {}) {
  const raised: Toast = { id, kind, message, action };
  const isShown = shown.some((toast) => toast.id === id);
  show(isShown ? shown.map((toast) => (toast.id === id ? raised : toast)) : [...shown, raised]);
  if (kind !== "loading") startTimer(raised);
  return id;
}

function startTimer({ id, action }: Toast) {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismiss(id), action && !action.isShortcut ? WITH_ACTION_MS : SHOWN_MS),
  );
}

function dismiss(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  show(shown.filter((toast) => toast.id !== id));
}

export const toast = {
  success: (message: string, action?: ToastAction) => raise("success", message, { action }),
  /** The action succeeded, but part of it has no effect. */
  warning: (message: string, action?: ToastAction) => raise("warning", message, { action }),
  error: (message: string) => raise("error", message),
  /** The toast stays until `settle` is called. */
  loading: (message: string) => raise("loading", message),
  settle: (id: number, kind: "success" | "error", message: string) => raise(kind, message, { id }),
  dismiss,
};

/** The interface for Toasts.tsx: the toasts to render, and functions that pause their timers. */
export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => shown,
  hold() {
    for (const timer of timers.values()) clearTimeout(timer);
  },
  release() {
    for (const each of shown) if (each.kind !== "loading") startTimer(each);
  },
};
