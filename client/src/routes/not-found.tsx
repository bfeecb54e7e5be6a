import { NotFoundPage } from "#client/features/fault/not-found-page.tsx"

export function Component() {
  return <NotFoundPage address={null} />
}
