/** What every tool above a list is given. */
import type { ListState } from "./list-state.ts"
import type { Noun, Recorded } from "./noun.ts"

export interface ToolsProps<Row extends Recorded> {
  noun: Noun<Row>
  state: ListState
  href: (state: ListState) => string
}
