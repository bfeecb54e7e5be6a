import { useParams } from "react-router"

import { PicklistOrder } from "#client/features/reference/picklist-order.tsx"

export function Component() {
  const { code = "" } = useParams()
  return <PicklistOrder code={code} />
}
