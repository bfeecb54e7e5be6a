/** Arabic, Persian and wide digits as ASCII's. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/gu, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
}
