// The icons that the sign-in screens and the widgets on them draw. All others are in console-icons.ts.
import { AlertCircle, Check, ChevronRight, Copy, Eye, EyeOff, KeyRound, Plus, RefreshCw, X } from "lucide-react";

export const basicIcons = {
  "alert-circle": AlertCircle,
  check: Check,
  "chevron-right": ChevronRight,
  copy: Copy,
  eye: Eye,
  "eye-off": EyeOff,
  "key-round": KeyRound,
  plus: Plus,
  "refresh-cw": RefreshCw,
  x: X,
};
