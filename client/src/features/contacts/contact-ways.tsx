/** How a contact is reached: each way with what it is for, and what can be done with it. */
import { Fragment } from "react"
import type { ReactNode } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { useCountryName } from "#client/services/use-reference.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { PLACES, PURPOSES } from "./contact-words.ts"
import type { Contact } from "./contact.tsx"
import { CopyButton } from "./copy-button.tsx"
import { useWriting } from "./use-writing.ts"

export function ContactWays({ contact }: { contact: Contact }) {
  const t = useText()
  const { emails, phones, addresses, website } = contact
  const write = useWriting(contact)
  const countryOf = useCountryName()
  const isEmpty = emails.length + phones.length + addresses.length === 0 && website === ""
  if (isEmpty) return <p className="ct-none">{t("No e-mail address or phone number yet.")}</p>
  return (
    <ul className="ct-ways">
      {emails.map(({ address, type, purpose, primary }) => (
        <Way
          copies={address}
          icon="mail"
          key={address}
          kind={t("E-mail address")}
          notes={[
            t(labelIn(PLACES, type)),
            purpose === null ? "" : t(labelIn(PURPOSES, purpose)),
            primary && emails.length > 1 ? t("Primary") : "",
          ]}
          value={<Short>{address}</Short>}
        >
          {write === null ? null : (
            <IconButton
              icon="send"
              label={t("E-mail {address}", { address })}
              onClick={() => write(address)}
            />
          )}
        </Way>
      ))}
      {phones.map(({ e164, type, primary }) => (
        <Way
          copies={e164}
          icon="phone"
          key={e164}
          kind={t("Phone")}
          notes={[t(labelIn(PLACES, type)), primary && phones.length > 1 ? t("Primary") : ""]}
          value={<Short>{e164}</Short>}
        >
          <a
            aria-label={t("Call {number}", { number: e164 })}
            className="ui-icon-button"
            href={`tel:${e164}`}
            title={t("Call {number}", { number: e164 })}
          >
            <Icon name="phone" />
          </a>
        </Way>
      ))}
      {addresses.map((address, index) => {
        const lines = linesOf(address, countryOf(address.country))
        return (
          <Way
            copies={lines.join("\n")}
            icon="pin"
            // oxlint-disable-next-line react/no-array-index-key -- an address has no name but its place
            key={index}
            kind={t("Postal address")}
            notes={[t(labelIn(PLACES, address.type)), address.unlocode]}
            value={
              <span className="ct-lines" data-copy="">
                {lines.map((line, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a line has no name but its place
                  <Fragment key={at}>
                    {at === 0 ? null : "\n"}
                    <bdi>{line}</bdi>
                  </Fragment>
                ))}
              </span>
            }
          />
        )
      })}
      {website === "" ? null : (
        <Way
          copies={website}
          icon="globe"
          kind={t("Website")}
          notes={[]}
          value={
            <a dir="ltr" href={website} rel="noreferrer" target="_blank">
              {website.replace(/^https:\/\//u, "").replace(/\/$/u, "")}
            </a>
          }
        />
      )}
    </ul>
  )
}

interface WayProps {
  icon: IconName
  /** What kind of way it is; read out, as the drawing says it. */
  kind: string
  value: ReactNode
  /** What it is for; empty ones are left out. */
  notes: readonly string[]
  /** What its button copies. */
  copies: string
  /** What else can be done with it. */
  children?: ReactNode
}

function Way({ icon, kind, value, notes, copies, children }: WayProps) {
  return (
    <li className="ct-way">
      <Icon height="18" name={icon} width="18" />
      <div className="ct-way-text">
        <span className="u-hidden">{kind}</span>
        {value}
        <span className="ct-note">{notes.filter((note) => note !== "").join(" · ")}</span>
      </div>
      <span className="ct-deeds">
        {children}
        <CopyButton text={copies} />
      </span>
    </li>
  )
}

/** Left to right in every script, copied by a press. */
function Short({ children }: { children: string }) {
  return (
    <bdi data-copy="" dir="ltr">
      {children}
    </bdi>
  )
}

/** An address as it stands on a letter. */
function linesOf(
  { lines, postal, city, subdivision }: Contact["addresses"][number],
  country: string,
): readonly string[] {
  const town = [postal, city].filter((part) => part !== "").join(" ")
  return [...lines, town, subdivision, country].filter((line) => line !== "")
}
