interface Message {
  /** Addresses, separated by commas or semicolons. */
  to: string
  subject: string
  text: string
}

/** The message as an RFC 6068 address; line ends become CRLF, whatever is empty is left out. */
export function mailtoAddress({ to, subject, text }: Message): string {
  const addresses = to
    .split(/[,;]/u)
    .map((address) => encodeURIComponent(address.trim()).replaceAll("%40", "@"))
    .filter((address) => address !== "")
  const headers = [
    ["subject", subject.trim()],
    ["body", text.trim().replaceAll(/\r?\n/gu, "\r\n")],
  ].flatMap(([name = "", value = ""]) =>
    value === "" ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  const query = headers.length === 0 ? "" : `?${headers.join("&")}`
  return `mailto:${addresses.join(",")}${query}`
}
