/** The form of one record: its sections, what is wrong, what was kept, and the line that saves it. */
import { Suspense, lazy, useEffect, useRef } from "react"
import type { ReactNode } from "react"

import { msg } from "#client/lib/words.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { useText } from "#client/ui/text.tsx"
import { useUnsavedTyping } from "#client/ui/use-unsaved-typing.ts"

import type { Section } from "./fields.ts"
import { fieldsOf, isWide } from "./fields.ts"
import { FormRefusal } from "./form-refusal.tsx"
import { LeaveGuard } from "./leave-guard.tsx"
import type { Look, Recorded } from "./noun.ts"
import { PlainConflict, PlainFoot, PlainInputs, PlainProvider } from "./plain-parts.tsx"
import { RecordField } from "./record-field.tsx"
import { useDoneBefore } from "./use-done-before.ts"
import { useDraft } from "./use-draft.ts"
import { useFirstField } from "./use-first-field.ts"
import type { RecordForm as Form } from "./use-record-form.ts"
import { useUndo } from "./use-undo.ts"

const DraftBar = lazy(async () => ({ default: (await import("./draft-bar.tsx")).DraftBar }))

const ConflictDialog = onDemand(async () => (await import("./conflict-dialog.tsx")).ConflictDialog)

/** What follows a save. */
export type Then = "stay" | "close" | "leave"

interface RecordFormProps {
  form: Form
  /** Kind and id of the record, for its draft. */
  noun: string
  id: string | null
  /** What people call the record, where its draft is offered. */
  record: string
  sections: readonly Section[]
  look: Look
  /** Why nothing can be changed; `null` when it can. */
  whyReadOnly: string | null
  /** Id of the modal dialog around it, if there is one. */
  dialog?: string
  /** The server reads the form without script; "Cancel" then leads to this address. */
  plain?: { cancel: string | null }
  /** What the button that saves says. */
  saveLabel: string
  /** After it was stored, or `null`, kept until there is a network; `close` when it is to be left, too, `leave` when it is being left. */
  onSaved: (stored: Recorded | null, then: Then) => void
  /** Leaves the form without saving; without it, what is stored is shown in the form again. */
  onCancel?: () => void
  /** Beside the button that saves. */
  children?: ReactNode
}

export function RecordForm(props: RecordFormProps) {
  const { form, noun, id, record, sections, look, whyReadOnly, saveLabel, onSaved } = props
  const { onCancel, children, plain } = props
  const t = useText()
  const { state, fields, context, dirty } = form
  const element = useRef<HTMLFormElement>(null)
  const readOnly = whyReadOnly !== null
  const draft = useDraft(form, noun, id)
  /** Says that the change of screen which follows is not one that has to be asked about. */
  const left = useRef(false)
  useDoneBefore(element)
  const { change, undo, forget } = useUndo(form)

  const save = async (then: Then) => {
    if (readOnly) return false
    const saved = await form.save()
    if (saved === null) return false
    left.current = true
    forget()
    onSaved(saved.record, then)
    // Only a change of screen that follows at once is the form's own.
    setTimeout(() => {
      left.current = false
    })
    return true
  }
  // A conflict that was ended is saved by itself.
  const ended = useRef(false)
  useEffect(() => {
    if (state.conflict !== null || !ended.current) return
    ended.current = false
    void save("stay")
  })
  useShortcut("Mod+s", msg("Save"), readOnly ? null : () => void save("stay"), {
    where: "record",
    ...(props.dialog === undefined ? {} : { dialog: props.dialog }),
  })
  useShortcut("Mod+Enter", msg("Save and close"), readOnly ? null : () => void save("close"), {
    where: "record",
    ...(props.dialog === undefined ? {} : { dialog: props.dialog }),
  })
  useShortcut("Mod+z", msg("Undo last change"), readOnly ? null : undo, {
    where: "record",
    quiet: true,
    ...(props.dialog === undefined ? {} : { dialog: props.dialog }),
  })
  useFirstField(element)
  useUnsavedTyping(dirty.length > 0)
  useShortcut(
    "Escape",
    msg("Stop editing"),
    onCancel === undefined || dirty.length > 0
      ? null
      : () => {
          // Escape closes the topmost layer only.
          if (document.querySelector(":popover-open") === null) onCancel()
        },
    { where: "record" },
  )
  // Nothing can be made of a blank form; what was typed before the right was gone can be copied.
  const isPointless = readOnly && id === null && dirty.length === 0
  const isPlain = plain !== undefined && !readOnly
  const drawn = fieldsOf(sections).filter(({ when }) => when?.(state.values) !== false)
  return (
    <PlainProvider value={isPlain}>
      <form
        // What was saved or refused is said at the top of the page.
        {...(isPlain ? { method: "post", action: "#main" } : SCRIPTED)}
        className="rc-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save("stay")
        }}
        ref={element}
      >
        {readOnly ? (
          <p className="rc-bar" role="note">
            {whyReadOnly}
          </p>
        ) : (
          <noscript>
            {isPlain && !drawn.some(({ kind }) => kind === "custom") ? null : (
              <p className="rc-bar" role="note">
                {isPlain
                  ? t("Some fields of this form need JavaScript.")
                  : t("Without JavaScript you can read this but not save changes.")}
              </p>
            )}
          </noscript>
        )}
        {isPlain ? (
          <PlainInputs
            context={context}
            fields={drawn}
            made={id === null ? state.values : (state.conflict?.theirs ?? state.base)}
          />
        ) : null}
        {readOnly || draft.offered === null ? null : (
          <Suspense fallback={null}>
            <DraftBar base={state.base} {...{ draft, fields, look, record }} />
          </Suspense>
        )}
        <FormRefusal form={form} title={t("Couldn't save your changes.")} />
        {state.conflict === null || !isPlain ? null : (
          <PlainConflict
            conflict={state.conflict}
            look={look}
            {...{ fields }}
            mine={state.values}
          />
        )}
        {isPointless
          ? null
          : sections.map((section) => (
              <Card id={`section-${section.id}`} key={section.id} title={t(section.title)}>
                {section.intro === undefined ? null : (
                  <p className="rc-intro">{t(section.intro)}</p>
                )}
                <div className="rc-fields">
                  {section.fields
                    .filter(({ when }) => when?.(state.values) !== false)
                    .map((field) => (
                      <div
                        className="rc-cell"
                        data-custom={(isPlain && field.kind === "custom") || undefined}
                        data-dirty={dirty.includes(field.name) || undefined}
                        data-wide={isWide(field) || undefined}
                        key={field.name}
                      >
                        <RecordField
                          context={context}
                          faults={state.faults}
                          field={field}
                          onChange={change}
                          onLeave={form.leave}
                          readOnly={readOnly}
                        />
                      </div>
                    ))}
                </div>
              </Card>
            ))}
        {readOnly && children === undefined ? null : (
          <div className="rc-foot">
            {readOnly ? null : (
              <>
                <Button look="primary" pending={state.saving ? t("Saving…") : null} submits>
                  {saveLabel}
                </Button>
                {onCancel === undefined ? (
                  <Button
                    aria-disabled={dirty.length === 0}
                    look="quiet"
                    onClick={form.reset}
                    title={dirty.length === 0 ? t("No changes yet.") : undefined}
                  >
                    {t("Discard changes")}
                  </Button>
                ) : (
                  <Button look="quiet" onClick={onCancel}>
                    {t("Cancel")}
                  </Button>
                )}
                {isPlain ? (
                  <PlainFoot
                    cancel={plain.cancel}
                    varies={fieldsOf(sections).some(({ when }) => when !== undefined)}
                  />
                ) : null}
                <output className="rc-muted">
                  {dirty.length === 0
                    ? ""
                    : t.count(dirty.length, "{count} unsaved change", "{count} unsaved changes")}
                </output>
              </>
            )}
            {children}
          </div>
        )}
      </form>
      {state.conflict === null ? null : (
        <ConflictDialog
          conflict={state.conflict}
          fields={fields}
          look={look}
          mine={state.values}
          onResolve={(values) => {
            ended.current = true
            form.resolve(values)
          }}
        />
      )}
      <LeaveGuard
        isLeaving={() => left.current}
        dirty={dirty.length > 0}
        onDiscard={draft.discard}
        onSave={() => save("leave")}
      />
    </PlainProvider>
  )
}
