import { type ClipboardEvent, type KeyboardEvent, useState } from "react"

import { isAddress, parseAddresses } from "#client/lib/mail-address.ts"
import { type Address, taggedPeople } from "#client/services/mail/letters.ts"
import { type Recipient, useRecipients } from "#client/services/mail/recipients.ts"
import { toast } from "#client/services/toasts.ts"
import { ComboboxStatus } from "#client/ui/combobox-status.tsx"
import { Field } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCombobox } from "#client/ui/use-combobox.ts"

import { type Option, RecipientOption } from "./recipient-option.tsx"

interface RecipientsFieldProps {
  name: string
  label: string
  value: readonly Address[]
  onChange: (value: Address[]) => void
  error?: string | undefined
  disabled?: boolean
  optional?: boolean
}

/** Addresses as chips, and a field that suggests contacts, colleagues and tags. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { name, label, value, onChange, error, disabled, optional = true } = props
  const t = useText()
  const [text, setText] = useState("")
  const [note, setNote] = useState("")
  const { found, pending } = useRecipients(text.trim())
  const options = optionsFor(text.trim(), found)

  const add = (addresses: readonly Address[]) => {
    const known = new Set(value.map(({ address }) => address.toLowerCase()))
    const added = addresses.filter(({ address }) => !known.has(address.toLowerCase()))
    if (added.length > 0) onChange([...value, ...added])
    setText("")
  }
  const addTyped = (typed: string): boolean => {
    const addresses = parseAddresses(typed)
    if (addresses.length > 0) add(addresses)
    return addresses.length > 0
  }
  const take = (option: Option) => {
    setNote("")
    if (option.kind === "tag") void addTagged(option)
    else if (option.address === null) {
      setNote(
        option.kind === "contact" && option.isUnwilling
          ? t("{name} has opted out of e-mail.", { name: option.name })
          : t("{name} has no e-mail address.", {
              name: option.kind === "typed" ? "" : option.name,
            }),
      )
    } else {
      add([option.address])
    }
  }
  const addTagged = async ({ id, name: tag }: { id: string; name: string }) => {
    try {
      const { to, left } = await taggedPeople(id)
      add(to)
      const said = t.count(
        to.length,
        "{count} contact with the tag {tag}.",
        "{count} contacts with the tag {tag}.",
        { tag },
      )
      const skipped = t.count(
        left,
        "{count} has no address or has opted out.",
        "{count} have no address or have opted out.",
      )
      setNote(left === 0 ? said : `${said} ${skipped}`)
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const id = `field-${name}`
  const box = useCombobox<Option>({
    id,
    options,
    keyOf: ({ kind, id: key }) => `${kind}-${key}`,
    value: "",
    pending: pending && !isAddress(text.trim()),
    onSearch: setText,
    onTake: take,
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value.trim()
    if (event.key === "Backspace" && event.currentTarget.value === "") {
      onChange(value.slice(0, -1))
      return
    }
    const isEnd = event.key === "," || event.key === ";"
    const isWhole =
      event.key === "Enter" && isAddress(typed) && (box.active ?? options[0]) === options[0]
    if ((isEnd || isWhole) && !event.nativeEvent.isComposing && typed !== "") {
      event.preventDefault()
      if (addTyped(typed)) box.input.onBlur()
      return
    }
    box.input.onKeyDown(event)
    // Enter in this field never sends the letter.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text/plain")
    if (
      !/[,;\n<]/u.test(pasted) ||
      !parseAddresses(pasted).some(({ address }) => isAddress(address))
    ) {
      return
    }
    event.preventDefault()
    addTyped(pasted)
  }
  return (
    <Field error={error} label={label} name={name} optional={optional}>
      {(control) => (
        <div className="ml-recipients">
          <div className="ui-input ml-chips" data-disabled={disabled}>
            {value.map((address) => (
              <Chip
                address={address}
                key={address.address}
                onRemove={() => {
                  onChange(value.filter((each) => each !== address))
                  document.getElementById(id)?.focus()
                }}
              />
            ))}
            <input
              {...box.input}
              aria-describedby={control["aria-describedby"]}
              aria-invalid={control["aria-invalid"]}
              autoCapitalize="none"
              className="ml-chip-input"
              disabled={disabled}
              inputMode="email"
              onBlur={(event) => {
                addTyped(event.currentTarget.value)
                box.input.onBlur()
              }}
              onKeyDown={press}
              onPaste={paste}
              type="text"
            />
          </div>
          {box.isOpen && options.length > 0 ? (
            <div {...box.list} aria-label={label} className="ui-choices">
              {options.map((option) => (
                <div
                  className="ui-choice"
                  key={`${option.kind}-${option.id}`}
                  {...box.option(option)}
                >
                  <RecipientOption option={option} />
                </div>
              ))}
            </div>
          ) : null}
          <ComboboxStatus
            count={options.length}
            isOpen={box.isOpen && text !== ""}
            pending={pending}
          />
          <p aria-live="polite" className="ui-hint ml-note">
            {note}
          </p>
        </div>
      )}
    </Field>
  )
}

function Chip({ address, onRemove }: { address: Address; onRemove: () => void }) {
  const t = useText()
  const { name, address: mail } = address
  const isRight = isAddress(mail)
  return (
    <span className="ml-chip" data-wrong={!isRight || undefined} title={mail}>
      {isRight ? null : <Icon height="14" name="warning" width="14" />}
      <bdi>{name === "" ? mail : name}</bdi>
      <button
        aria-label={t("Remove {name}", { name: name === "" ? mail : `${name}, ${mail}` })}
        onClick={onRemove}
        type="button"
      >
        <Icon height="14" name="close" width="14" />
      </button>
    </span>
  )
}

function optionsFor(text: string, found: readonly Recipient[]): Option[] {
  if (text === "") return []
  const isKnown = found.some((each) => each.kind !== "tag" && each.address?.address === text)
  const typed: Option[] =
    isAddress(text) && !isKnown
      ? [{ kind: "typed", id: text, address: { name: "", address: text } }]
      : []
  return [...typed, ...found]
}
