import type { ReactNode } from "react"

import { NO_ANSWER } from "#client/lib/problem.ts"
import type { useLetters } from "#client/services/mail/letters.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Button } from "#client/ui/button.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"

interface LettersFrameProps<T extends object> {
  list: ReturnType<typeof useLetters<T>>
  empty: string
  children: (letter: T) => ReactNode
}

/** A list that grows at its end, with its four states. */
export function LettersFrame<T extends object>({ list, empty, children }: LettersFrameProps<T>) {
  const t = useText()
  const { data, error } = list
  if (error !== null) {
    const detail = error instanceof RequestFailed ? error.message : NO_ANSWER
    return (
      <ErrorPanel
        detail={t(detail)}
        onRetry={() => void list.refetch()}
        title={t("Couldn't load your e-mails.")}
      />
    )
  }
  if (data === undefined) return <Skeleton />
  const letters = data.pages.flatMap((part) => part.data)
  if (letters.length === 0) return <EmptyState icon="mail" title={empty} />
  return (
    <>
      <ul className="ml-letters">{letters.map(children)}</ul>
      {list.hasNextPage ? (
        <Button
          onClick={() => void list.fetchNextPage()}
          pending={list.isFetchingNextPage ? t("Loading…") : null}
        >
          {t("Show older")}
        </Button>
      ) : null}
    </>
  )
}
