import type { Phrase } from "#client/lib/words.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

export interface ToastView {
  id: number
  tone: "success" | "info" | "error"
  text: Phrase
  /** What can be done about it, on a button of its own. */
  action?: { label: Phrase }
}

interface ToastRegionProps {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  onAct: (id: number) => void
  /** The pointer or the focus is on a message: its clock stands still. */
  onHold: (id: number) => void
  onRelease: (id: number) => void
}

const icons = { success: "check", info: "info", error: "warning" } as const satisfies Record<
  ToastView["tone"],
  IconName
>

/** Two live regions that exist from the first paint: failures interrupt, everything else waits its turn. */
export function ToastRegion(props: ToastRegionProps) {
  const { toasts, onDismiss, onAct, onHold, onRelease } = props
  const t = useText()
  const draw = ({ id, tone, text, action }: ToastView) => (
    <div
      className={`ui-toast ui-toast-${tone}`}
      key={id}
      onBlur={() => onRelease(id)}
      onFocus={() => onHold(id)}
      onPointerEnter={() => onHold(id)}
      onPointerLeave={() => onRelease(id)}
    >
      <Icon name={icons[tone]} />
      <p>{t.phrase(text)}</p>
      {action === undefined ? null : (
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
  return (
    <div className="ui-toasts">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may hold text only */}
      <div role="status">{toasts.filter(({ tone }) => tone !== "error").map(draw)}</div>
      <div role="alert">{toasts.filter(({ tone }) => tone === "error").map(draw)}</div>
    </div>
  )
}
