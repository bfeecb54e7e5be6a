import { useId } from "react"
import type { ComponentProps } from "react"

import { Button } from "#client/ui/button.tsx"

type ActionButtonProps = ComponentProps<typeof Button> & {
  /** Why it cannot be used; `null` when it can. */
  whyNot: string | null
}

/** A button that stays where it is when it cannot be used, and says why. */
export function ActionButton({ whyNot, onClick, children, ...rest }: ActionButtonProps) {
  const id = useId()
  if (whyNot === null) {
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <span className="rc-blocked" title={whyNot}>
      <Button {...rest} aria-describedby={id} aria-disabled submits={false}>
        {children}
      </Button>
      <span className="u-hidden" id={id}>
        {whyNot}
      </span>
    </span>
  )
}
