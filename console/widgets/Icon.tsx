// The interface icons by name. Only the icons listed here are in the bundle; add an icon here to use it.
import {
  AlertCircle,
  ArrowLeftRight,
  ArrowRight,
  ArrowDown,
  ArrowUp,
  Ban,
  Bell,
  Box,
  BookOpen,
  ChevronsLeft,
  ChevronsRight,
  Download,
  Filter,
  FilterX,
  Calendar,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ChevronsUpDown,
  CircleHelp,
  CirclePlay,
  CircleUser,
  Clock,
  Columns2,
  Copy,
  CornerDownRight,
  ExternalLink,
  Eye,
  EyeOff,
  File,
  FlaskConical,
  HeartPulse,
  History,
  KeyRound,
  Keyboard,
  LayoutDashboard,
  Link,
  ListOrdered,
  Lock,
  Logs,
  LogOut,
  Mail,
  Maximize2,
  Menu,
  Minimize2,
  Minus,
  Monitor,
  Network,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  PanelRightClose,
  PanelRightOpen,
  Pause,
  Pencil,
  Play,
  Plug,
  Plus,
  Radar,
  RefreshCw,
  Rows2,
  Scan,
  ScrollText,
  Search,
  Server,
  Settings,
  ShieldCheck,
  Boxes,
  Pin,
  PinOff,
  DollarSign,
  HeartCrack,
  Timer,
  Landmark,
  Bandage,
  Lightbulb,
  TrendingUp,
  TrendingDown,
  ZoomOut,
  Siren,
  SlidersHorizontal,
  Spline,
  Sun,
  ToggleRight,
  Trash2,
  TriangleAlert,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
  WifiOff,
  Workflow,
  WrapText,
  X,
} from "lucide-react";

export type IconName = keyof typeof basicIcons | keyof typeof consoleIcons;

const drawings = new Map<string, LucideIcon>(Object.entries(basicIcons));

export function addIcons(icons: Readonly<Record<string, LucideIcon>>) {
  for (const [name, drawing] of Object.entries(icons)) drawings.set(name, drawing);
}

export const isIconName = (name: string): name is IconName => drawings.has(name);

interface IconProps {
  name: IconName;
  size?: 14 | 16 | 20 | 24;
  className?: string;
}

/** Decorative: the text next to it or the label of its button gives the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  const Drawing = drawings.get(name);
  return Drawing && <Drawing size={size} strokeWidth={1.75} className={`shrink-0 ${className ?? ""}`} aria-hidden />;
}
