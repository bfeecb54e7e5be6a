import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"

export interface ToastView {
  id: number
  tone: "success" | "info" | "error"
  text: string
}

interface ToastRegionProps {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  /** The pointer or the focus is on a message: its clock stands still. */
  onHold: (id: number) => void
  onRelease: (id: number) => void
}

const icons = { success: "check", info: "info", error: "warning" } as const satisfies Record<
  ToastView["tone"],
  IconName
>

/** Two live regions that exist from the first paint: failures interrupt, everything else waits its turn. */
export function ToastRegion({ toasts, onDismiss, onHold, onRelease }: ToastRegionProps) {
  const draw = (toast: ToastView) => (
    <div
      className={`ui-toast ui-toast-${toast.tone}`}
      key={toast.id}
      onBlur={() => onRelease(toast.id)}
      onFocus={() => onHold(toast.id)}
      onPointerEnter={() => onHold(toast.id)}
      onPointerLeave={() => onRelease(toast.id)}
    >
      <Icon name={icons[toast.tone]} />
      <p>{toast.text}</p>
      <button
        aria-label="Dismiss"
        className="ui-icon-button"
        onClick={() => onDismiss(toast.id)}
        type="button"
      >
        <Icon height="16" name="close" width="16" />
      </button>
    </div>
  )
  return (
    <div className="ui-toasts">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may hold text only */}
      <div role="status">{toasts.filter((toast) => toast.tone !== "error").map(draw)}</div>
      <div role="alert">{toasts.filter((toast) => toast.tone === "error").map(draw)}</div>
    </div>
  )
}
