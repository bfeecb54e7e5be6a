import { useEffect } from "react"

import type { Phrase } from "#client/lib/words.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

export interface ToastView {
  id: number
  tone: "success" | "info" | "error"
  text: Phrase
  /** What can be done about it, on a button of its own; a link where it has an address. */
  action?: { label: Phrase; href?: string }
}

interface ToastRegionProps {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  onAct: (id: number) => void
  /** The pointer or the focus is on a message: its clock stands still. */
  onHold: (id: number, by: "pointer" | "focus") => void
  onRelease: (id: number, by: "pointer" | "focus") => void
}

const icons = { success: "check", info: "info", error: "warning" } as const satisfies Record<
  ToastView["tone"],
  IconName
>

/** Two live regions that exist from the first paint: failures interrupt, everything else waits its turn. */
export function ToastRegion({ toasts, ...handlers }: ToastRegionProps) {
  const draw = (toast: ToastView) => <Toast key={toast.id} toast={toast} {...handlers} />
  return (
    <div className="ui-toasts">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may hold text only */}
      <div role="status">{toasts.filter(({ tone }) => tone !== "error").map(draw)}</div>
      <div role="alert">{toasts.filter(({ tone }) => tone === "error").map(draw)}</div>
    </div>
  )
}

interface ToastProps extends Omit<ToastRegionProps, "toasts"> {
  toast: ToastView
}

function Toast({ toast, onDismiss, onAct, onHold, onRelease }: ToastProps) {
  const { id, tone, text, action } = toast
  const t = useText()
  // What goes with its dialog hears neither of the pointer nor of the focus again.
  useEffect(
    () => () => {
      onRelease(id, "pointer")
      onRelease(id, "focus")
    },
    [id, onRelease],
  )
  return (
    <div
      className={`ui-toast ui-toast-${tone}`}
      onBlur={() => onRelease(id, "focus")}
      onFocus={() => onHold(id, "focus")}
      onPointerEnter={() => onHold(id, "pointer")}
      onPointerLeave={() => onRelease(id, "pointer")}
    >
      <Icon name={icons[tone]} />
      <p>{t.phrase(text)}</p>
      {action === undefined ? null : action.href !== undefined ? (
        <a className="ui-toast-act" href={action.href} onClick={() => onAct(id)}>
          {t.phrase(action.label)}
        </a>
      ) : (
        <button className="ui-toast-act" onClick={() => onAct(id)} type="button">
          {t.phrase(action.label)}
        </button>
      )}
      <button
        aria-label={t("Dismiss")}
        className="ui-icon-button"
        onClick={() => onDismiss(id)}
        type="button"
      >
        <Icon height="16" name="close" width="16" />
      </button>
    </div>
  )
}
