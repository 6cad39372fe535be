// The interface's icons by name. Only those listed here are in the bundle; a page that needs another adds it.
import {
  AlertCircle,
  ArrowRight,
  Check,
  ChevronDown,
  ChevronRight,
  Copy,
  Eye,
  EyeOff,
  File,
  LogOut,
  Menu,
  Monitor,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  RefreshCw,
  Server,
  Settings,
  Sun,
  WifiOff,
  X,
} from "lucide-react";

const icons = {
  "alert-circle": AlertCircle,
  "arrow-right": ArrowRight,
  check: Check,
  "chevron-down": ChevronDown,
  "chevron-right": ChevronRight,
  copy: Copy,
  eye: Eye,
  "eye-off": EyeOff,
  file: File,
  "log-out": LogOut,
  menu: Menu,
  monitor: Monitor,
  moon: Moon,
  "panel-left-close": PanelLeftClose,
  "panel-left-open": PanelLeftOpen,
  "refresh-cw": RefreshCw,
  server: Server,
  settings: Settings,
  sun: Sun,
  "wifi-off": WifiOff,
  x: X,
};

export type IconName = keyof typeof icons;

interface IconProps {
  name: IconName;
  size?: 14 | 16 | 20 | 24;
  className?: string;
}

/** Decoration: what an icon means is said by the words beside it or by its button's label. */
export function Icon({ name, size = 16, className }: IconProps) {
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.75} className={`shrink-0 ${className ?? ""}`} aria-hidden />;
}
