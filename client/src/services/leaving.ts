/** Who has to be asked before the user leaves by another way than a link: a form with changes that are not stored. */
type Ask = () => Promise<boolean>

const asked = new Set<Ask>()

/** Is asked whether the page may be left; the answer ends it. */
export function guardLeaving(ask: Ask): () => void {
  asked.add(ask)
  return () => asked.delete(ask)
}

/** Whether something typed is not stored. */
export function hasUnsaved(): boolean {
  return asked.size > 0
}

/** Whether nobody minds. They are asked one after the other, and the first who minds decides. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of asked) {
    // oxlint-disable-next-line no-await-in-loop -- one question at a time
    if (!(await ask())) return false
  }
  return true
}
