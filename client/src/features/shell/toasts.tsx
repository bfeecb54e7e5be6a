import { dismissToast, holdToast, releaseToast, useToasts } from "#client/services/toasts.ts"
import { ToastRegion } from "#client/ui/toast-region.tsx"

const AT_MOST = 3

/**
 * The newest messages. Every modal dialog has a region of its own, for the page below is inert while it is open: nothing
 * outside could be heard or pressed.
 */
export function Toasts() {
  const { shown } = useToasts()
  return (
    <ToastRegion
      onDismiss={dismissToast}
      onHold={holdToast}
      onRelease={releaseToast}
      toasts={shown.slice(-AT_MOST)}
    />
  )
}
