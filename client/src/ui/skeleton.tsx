import { classNames } from "#client/ui/class-names.ts"

/** Holds the place of text that is on its way. Its width is a class, for a style attribute is not allowed. */
export function Skeleton({ width = "full", className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames("ui-skeleton", `ui-skeleton-${width}`, className)}
    >
      {"\u00a0"}
    </span>
  )
}

export interface SkeletonProps {
  width?: "short" | "half" | "full"
  className?: string
}
