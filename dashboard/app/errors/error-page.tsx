import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { isRouteErrorResponse } from 'react-router'
import type { PageFailure } from '../page/answer.ts'
import { commonMessages, problemText } from '../page/messages.ts'
import { errorMessages } from './messages.ts'

/** What happened, and the one thing to do about it. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <>
      <title>{`${titleOf(status)} · ${commonMessages.name}`}</title>
      <PageHeader title={titleOf(status)} description={textOf(status, error)} />
      {actionFor(status)}
    </>
  )
}

function titleOf(status: number): string {
  if (status === 404) return errorMessages.notFound
  if (status === 401) return errorMessages.notAuthenticated
  return status === 503 ? errorMessages.unreachable : errorMessages.failed
}

function textOf(status: number, error: unknown): string {
  if (status === 404) return errorMessages.notFoundText
  if (status === 503) return errorMessages.unreachableText
  const failure: Partial<PageFailure> | null = isRouteErrorResponse(error) ? error.data : null
  return problemText({ code: failure?.code ?? 'internal', detail: failure?.detail ?? '' })
}

function actionFor(status: number) {
  if (status === 404) return <Button href="/">{errorMessages.home}</Button>
  if (status === 401) return <Button href="/user/sign_in">{errorMessages.signIn}</Button>
  return <Button onClick={() => location.reload()}>{commonMessages.retry}</Button>
}
