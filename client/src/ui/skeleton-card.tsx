import { Skeleton } from "#client/ui/skeleton.tsx"

/** Holds the place of a form that is on its way. */
export function SkeletonCard() {
  return (
    <div aria-busy="true" className="ui-card ui-skeleton-card">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} width={line % 2 === 0 ? "full" : "half"} />
      ))}
    </div>
  )
}
