import {
  actOnToast,
  dismissToast,
  holdToast,
  releaseToast,
  useToasts,
} from "#client/services/toasts.ts"
import { ToastRegion } from "#client/ui/toast-region.tsx"

/**
 * The newest messages. Every modal dialog has a region of its own, for the page below is inert while it is open: nothing
 * outside could be heard or pressed.
 */
export function Toasts() {
  const { shown } = useToasts()
  return (
    <ToastRegion
      onAct={(id) => void actOnToast(id)}
      onDismiss={dismissToast}
      onHold={holdToast}
      onRelease={releaseToast}
      toasts={shown}
    />
  )
}
