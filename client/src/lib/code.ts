/** A code as it is sent: people type it as it is shown to them, with spaces. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/\s/gu, "")
}

/** Whether it is shaped like a recovery code: 24 letters and digits without 0, 1, l and o, with or without hyphens and spaces. */
export function isRecoveryCode(typed: string): boolean {
  return /^[2-9a-km-np-z]{24}$/iu.test(typed.replaceAll(/[\s-]/gu, ""))
}
