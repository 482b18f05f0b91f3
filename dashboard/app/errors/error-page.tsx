import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useMatches, useRevalidator } from 'react-router'
import { thrownFailure } from '../page/loads/answer.ts'
import { commonMessages, problemText } from '../page/messages.ts'
import { networkName } from '../page/page-title.ts'
import { errorMessages } from './messages.ts'

type ErrorPageProps = {
  error: unknown
  /** Whether the frame itself has failed, so that the whole document must load again. */
  isWhole?: boolean
}

/** The error page: what happened, and one action that may help. */
export function ErrorPage({ error, isWhole = false }: ErrorPageProps) {
  const failure = thrownFailure(error)
  const hidden = hiddenTitles.get(failure.code)
  const isHidden = hidden !== undefined
  const title = hidden ?? titleOf(failure.status)
  return (
    <>
      <title>{`${title} · ${networkName(useMatches())}`}</title>
      <PageHeader title={title} description={textOf(failure)} />
      {/* Trying again would not show it, so the way out is that of a page that does not exist. */}
      <Way status={isHidden ? 404 : failure.status} isWhole={isWhole} />
    </>
  )
}

const hiddenTitles = new Map([
  ['demonstration_hidden', errorMessages.hidden],
  ['viewing_hidden', errorMessages.hiddenWhileViewing]
])

function titleOf(status: number): string {
  if (status === 404) return errorMessages.notFound
  if (status === 401) return errorMessages.notAuthenticated
  if (status === 403) return errorMessages.notAllowed
  return status === 503 ? errorMessages.unreachable : errorMessages.failed
}

function textOf(failure: ReturnType<typeof thrownFailure>): string {
  if (failure.status === 404) return errorMessages.notFoundText
  if (failure.status === 403) return errorMessages.notAllowedText
  if (failure.status === 503) return errorMessages.unreachableText
  return problemText(failure)
}

function Way({ status, isWhole }: { status: number; isWhole: boolean }) {
  const { state, revalidate } = useRevalidator()
  if (status === 404) return <Button href="/">{errorMessages.home}</Button>
  if (status === 401) return <Button href="/user/sign_in">{errorMessages.signIn}</Button>
  if (status === 403) return <Button href="/admin">{errorMessages.administration}</Button>
  const retry = () => (isWhole ? location.reload() : void revalidate())
  return (
    <Button isLoading={state !== 'idle'} onClick={retry}>
      {commonMessages.retry}
    </Button>
  )
}
