import { Component } from "react"
import type { ReactNode } from "react"

import { newId } from "#client/lib/browser.ts"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { useText } from "#client/ui/text.tsx"

interface PartProps {
  /** What it shows; when that is another one, it is drawn anew. */
  of?: string
  /** Fetches again what could not be drawn. */
  onRetry?: () => Promise<unknown>
  children: ReactNode
}

interface State {
  errorId: string | null
  of: string | undefined
}

/** A part of a page that may fail alone: the rest stands, and this part says so, can be tried again, and reported. */
export class Part extends Component<PartProps, State> {
  override state: State = { errorId: null, of: this.props.of }

  static getDerivedStateFromError(): Partial<State> {
    return { errorId: newErrorId() }
  }

  static getDerivedStateFromProps({ of }: PartProps, state: State): State | null {
    return of === state.of ? null : { errorId: null, of }
  }

  retry = async () => {
    await this.props.onRetry?.()
    this.setState({ errorId: null })
  }

  override render() {
    const { errorId } = this.state
    if (errorId === null) return this.props.children
    return <Broken errorId={errorId} onRetry={() => void this.retry()} />
  }
}

function Broken({ errorId, onRetry }: { errorId: string; onRetry: () => void }) {
  const t = useText()
  return (
    <div role="alert">
      <ErrorPanel
        detail={t(
          "Something in this section failed. The rest of the page still works, and what you typed is still here.",
        )}
        errorId={errorId}
        onRetry={onRetry}
        title={t("Couldn't show this section.")}
      />
    </div>
  )
}

/** Names a failure in the browser, so that whoever reports it and whoever reads that speak of the same. */
export function newErrorId(): string {
  return `page-${newId().slice(0, 8)}`
}
