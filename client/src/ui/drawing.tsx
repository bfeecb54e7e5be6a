import type { ComponentProps } from "react"

type DrawingProps = Omit<ComponentProps<"svg">, "role"> & {
  /** What it shows, in words. */
  label: string
}

/** A drawing that tells something by itself, unlike an `Icon`. */
export function Drawing({ label, children, ...rest }: DrawingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot take the colours of the theme
    <svg {...rest} aria-label={label} role="img">
      {children}
    </svg>
  )
}
