import { classNames } from "#client/ui/class-names.ts"

interface AvatarProps {
  name: string
  /** Address of a picture. */
  photo?: string | null
  className?: string
}

/** A photo, or first letters of the first and the last word; decoration beside the name itself. */
export function Avatar({ name, photo = null, className }: AvatarProps) {
  return (
    <span aria-hidden="true" className={classNames("ui-avatar", className)}>
      {photo === null ? initials(name) : <img alt="" className="ui-avatar-photo" src={photo} />}
    </span>
  )
}

/** At most two letters, whole code points, upper case; a dot for a name without any letter. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== "")
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = picked.map((word) => Array.from(word ?? "")[0] ?? "").join("")
  return letters === "" ? "·" : letters.toUpperCase()
}
