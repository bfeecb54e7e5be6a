import { useEffect, useMemo, useRef, useState } from "react"
import { useNavigate } from "react-router"

import { dateStyle, formatTime } from "#client/lib/format/date.ts"
import { ranked } from "#client/lib/ranking.ts"
import { type SessionView, readOnlyText } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { AREAS, BEGINNINGS, type Place, SETTINGS, open } from "#client/places.ts"
import { favouritesOf, toggleFavourite } from "#client/services/favourites.ts"
import { type Recent, noteRecent, recentOf } from "#client/services/recent.ts"
import { toast } from "#client/services/toasts.ts"
import { ComboboxStatus } from "#client/ui/combobox-status.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCombobox } from "#client/ui/use-combobox.ts"

import { kindOf } from "./found-place.ts"
import { Keys } from "./keys.tsx"
import { isCodeLike } from "./palette-match.ts"
import type { Deed } from "./use-deeds.ts"
import { useFound } from "./use-found.ts"

interface Option {
  key: string
  group: string
  icon: IconName
  label: string
  /** A code or an address, or what kind of record it is. */
  notes: readonly string[]
  /** The keys that do the same without the palette. */
  keys: { keys: string; label: string } | null
  run: () => void
}

interface PaletteDialogProps {
  session: SessionView
  deeds: readonly Deed[]
  onClose: () => void
}

/** Go to, do, find: one line that leads anywhere (Ctrl/Cmd-K). */
export function PaletteDialog({ session, deeds, onClose }: PaletteDialogProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState("")
  const { options, pending } = useOptions({ session, deeds, text })
  useEffect(() => dialog.current?.showModal(), [])

  const combobox = useCombobox({
    id: "palette",
    options,
    keyOf: ({ key }) => key,
    value: text,
    // A command need not wait for records.
    pending: pending && (isCodeLike(text) || (options[0]?.group ?? FOUND) === FOUND),
    alwaysOpen: true,
    onSearch: setText,
    onTake: ({ run }) => {
      // Closed first, so that the focus is back where it was before the deed takes it elsewhere.
      dialog.current?.close()
      // The dialog's own word of it comes later, and would close one that was opened meanwhile.
      onClose()
      run()
    },
  })
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <dialog
      aria-label={t("Search or run a command")}
      className="sh-palette"
      id="palette-dialog"
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
      ref={dialog}
    >
      <div className="sh-palette-line">
        <Icon name="search" />
        <input
          {...combobox.input}
          aria-label={t("Search or run a command")}
          autoCapitalize="none"
          className="sh-palette-input"
          placeholder={t("Search for a screen, action, code, name or address")}
        />
        {pending ? <span aria-hidden="true" className="ui-spinner" /> : null}
      </div>
      <div {...combobox.list} aria-label={t("Results")} className="sh-palette-list">
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options is no fieldset
          <div aria-labelledby={`palette-${group}`} key={group} role="group">
            <p className="sh-palette-group" id={`palette-${group}`}>
              {t(group)}
            </p>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <div key={option.key} {...combobox.option(option)} className="sh-palette-option">
                  <Icon name={option.icon} />
                  <span className="sh-palette-label">
                    <bdi>{option.label}</bdi>
                  </span>
                  {option.notes.map((note) => (
                    <bdi className="sh-palette-note" key={note}>
                      {note}
                    </bdi>
                  ))}
                  {option.keys === null ? null : <Keys {...option.keys} />}
                </div>
              ))}
          </div>
        ))}
      </div>
      {options.length === 0 && !pending ? (
        <p className="sh-palette-none">{t("No results. Try a code or part of a name.")}</p>
      ) : null}
      <ComboboxStatus count={options.length} isOpen pending={pending} />
    </dialog>
  )
}

const FOUND = msg("Records")
const FAVOURITES = msg("Favourites")
const RECENT = msg("Recent")
const GO = msg("Go to")
const DO = msg("Actions")

function useOptions(props: { session: SessionView; deeds: readonly Deed[]; text: string }) {
  const { session, deeds, text } = props
  const { user, permissions } = session
  const t = useText()
  const navigate = useNavigate()
  const { rows, pending, now } = useFound(text, permissions)
  const { recent, favourites, here } = useMemo(
    () => ({
      recent: recentOf(user._id),
      favourites: favouritesOf(user._id),
      // The palette is opened by the script of a page that is there.
      here: {
        path: location.pathname + location.search,
        label: document.querySelector("h1")?.textContent ?? document.title,
      },
    }),
    [user._id],
  )
  const go = (path: string) => () => void navigate(path)

  const optionOf =
    (group: string) =>
    (place: Place): Option => ({
      key: place.to,
      group,
      icon: place.icon,
      label: t(place.label),
      notes: [],
      keys: place.key === undefined ? null : { keys: `g ${place.key}`, label: place.label },
      run: go(place.to),
    })
  const places = open([...AREAS, ...SETTINGS], session).map(optionOf(GO))
  const beginnings =
    readOnlyText(session) === null ? open(BEGINNINGS, session).map(optionOf(DO)) : []
  const own = deeds.map(({ id, icon, label, keys, run }): Option => ({
    key: id,
    group: DO,
    icon,
    label: t(label),
    notes: [],
    keys: keys === undefined ? null : { keys, label },
    run,
  }))
  const isFavourite = favourites.some(({ path }) => path === here.path)
  const keeping: Option = {
    key: "favourite",
    group: DO,
    icon: "bookmark",
    label: isFavourite ? t("Remove this page from favourites") : t("Add to favourites"),
    notes: [],
    keys: null,
    run: () => {
      toggleFavourite(user._id, here)
      toast.success(isFavourite ? msg("Removed from favourites.") : msg("Added to favourites."))
    },
  }
  // A favourite would outlive the view.
  const commands = [...beginnings, ...own, ...(session.viewing === null ? [keeping] : [])]
  const opened =
    (group: string, icon: IconName) =>
    ({ path, label }: Recent): Option => ({
      key: `${group} ${path}`,
      group,
      icon,
      label,
      notes: [],
      keys: null,
      run: go(path),
    })
  const visited = [
    ...favourites.map(opened(FAVOURITES, "bookmark")),
    ...recent.map(opened(RECENT, "clock")),
  ]
  const records: Option[] = rows.flatMap((row) => {
    const kind = kindOf(row)
    if (kind === undefined) return []
    const path = kind.to(row)
    return {
      key: `${row.kind} ${row.id}`,
      group: FOUND,
      icon: kind.icon,
      label: row.name,
      notes: [
        row.code,
        row.place?.country ?? "",
        // The time there, on the clock of this moment.
        row.place === undefined ? "" : formatTime(now, dateStyle(row.place.timezone, session.user)),
        t(kind.label),
      ].filter((note) => note !== ""),
      keys: null,
      run: () => {
        noteRecent(user._id, { path, label: row.name })
        void navigate(path)
      },
    }
  })
  if (text.trim() === "") return { options: [...visited, ...places, ...commands], pending }
  const labelled = ({ label }: Option) => label
  const known = [
    ...ranked(places, labelled, text),
    ...ranked(commands, labelled, text),
    ...ranked(visited, labelled, text),
  ]
  const recordsFirst = isCodeLike(text) || rows.some(({ isExact }) => isExact)
  return { options: recordsFirst ? [...records, ...known] : [...known, ...records], pending }
}
