/**
 * Starts the application of a page when somebody uses the page: when a form or a button gets the focus, a key, a press or a value.
 *
 * Invariant: nothing that is pressed is lost. What only the application can do waits until it is alive and is done then, in the
 * order in which it was asked for. If the application cannot be fetched, the browser does what it does without script, and the next
 * use tries again. What is typed stays in the fields, which the application takes over as they are.
 */

/** What needs the application. Other links lead to a document of their own. */
const USABLE = "form, button, a[data-waits]"

const USES = ["pointerdown", "keydown", "focusin", "input", "change", "click", "submit"] as const

/** Watches the page; the answer starts the application at once. `start` settles when it is alive, or has failed. */
export function whenUsed(start: () => Promise<void>): () => void {
  const stop = new AbortController()
  /** What was pressed or sent, with the way to do it again. */
  const waiting = new Map<Element, () => void>()
  let isStarting = false
  /** The application could not be fetched: what waited is done without it. */
  let isWithout = false

  const doWaiting = () => {
    for (const repeat of waiting.values()) repeat()
    waiting.clear()
  }
  const goOn = () => {
    stop.abort()
    doWaiting()
  }
  const goOnWithout = () => {
    isWithout = true
    doWaiting()
    isWithout = false
    isStarting = false
  }
  const begin = () => {
    if (isStarting) return
    isStarting = true
    void start().then(goOn, goOnWithout)
  }
  const use = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest(USABLE) : null
    if (target === null || isWithout) return
    hold(event, target, waiting)
    begin()
  }
  // In the window and while the event comes down: before any listener of the document.
  for (const type of USES) addEventListener(type, use, { capture: true, signal: stop.signal })
  return begin
}

/** Keeps what was asked for, unless the browser does it by itself. */
function hold(event: Event, target: Element, waiting: Map<Element, () => void>): void {
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    if (closesDialog(target)) return
    const { submitter } = event
    waiting.set(target, () => {
      if (target.isConnected) target.requestSubmit(submitter ?? undefined)
    })
  } else if (event.type === "click" && target instanceof HTMLElement && !target.matches("form")) {
    if (target instanceof HTMLButtonElement) {
      if (target.form !== null && closesDialog(target.form)) return
      const dialog = openedBy(target)
      if (dialog !== null) {
        // What else the press does is still to be done.
        waiting.set(target, () => {
          if (dialog.open) clickOnly(target)
        })
        return
      }
    }
    waiting.set(target, () => {
      if (target.isConnected) target.click()
    })
  } else {
    return
  }
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Presses the button for the listeners of the page: the browser has done its part. */
function clickOnly(button: HTMLButtonElement): void {
  addEventListener("click", (event) => event.preventDefault(), { once: true })
  button.click()
}

function closesDialog(form: HTMLFormElement): boolean {
  return form.method === "dialog" && form.closest("dialog") !== null
}

/** The dialog that the browser opens when the button is pressed. */
function openedBy(button: HTMLButtonElement): HTMLDialogElement | null {
  if (!("commandForElement" in button)) return null
  return button.commandForElement instanceof HTMLDialogElement ? button.commandForElement : null
}
