/** Mail addresses as people type and paste them: `joan@x.example`, `Joan Wolf <joan@x.example>`, several in a row. */

export interface MailAddress {
  name: string
  address: string
}

/** Close to what the services accept (the WHATWG's rule for inputs, with a dot in the domain); they have the last word. */
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/iu

export function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}

/** One per comma, semicolon or line outside of quotes; what is no address stands in `address` as it was typed. */
export function parseAddresses(text: string): MailAddress[] {
  const parts = text.match(/(?:"[^"]*"|[^",;\n])+/gu) ?? []
  return parts.flatMap((part) => {
    const typed = part.trim()
    if (typed === "") return []
    const [, name = "", address = ""] = /^(.*?)\s*<([^<>]*)>$/u.exec(typed) ?? []
    if (address !== "") return [{ name: name.replaceAll('"', "").trim(), address: address.trim() }]
    const words = typed.split(/\s+/u)
    return words.length > 1 && words.every(isAddress)
      ? words.map((word) => ({ name: "", address: word }))
      : [{ name: "", address: typed }]
  })
}
