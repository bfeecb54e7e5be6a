import { NotFoundPage } from "#client/features/fault/not-found-page.tsx"
import { usePage } from "#client/services/page.tsx"

export function Component() {
  const { url } = usePage()
  return <NotFoundPage address={url.split("?", 1)[0] ?? null} />
}
