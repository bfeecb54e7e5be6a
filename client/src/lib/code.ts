/** A code as it is sent: people type it as it is shown to them, with spaces. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/\s/gu, "")
}
