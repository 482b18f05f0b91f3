import {
  type Answer,
  type AnswerDocument,
  createDocumentCheck
} from '@mille/testing/answer-check.ts'
import type { BrowserContext, Response } from 'playwright/test'

type Check = ReturnType<typeof createDocumentCheck>

const checks = new Map<string, Promise<Check>>()
const pending = new Set<Promise<void>>()
const problems: string[] = []

/** Checks every API answer that the context's pages receive against the OpenAPI document of its server. */
export function holdAnswers(context: BrowserContext): void {
  context.on('response', response => {
    if (new URL(response.url()).pathname.startsWith('/api/v1/')) wait(holdResponse(response))
  })
}

/** Checks an answer that a test received without a page against the OpenAPI document. */
export function holdAnswer(url: string, answer: Omit<Answer, 'path'>): void {
  wait(hold(new URL(url), answer))
}

/** Returns the problems found since the last call. */
export async function takeProblems(): Promise<string[]> {
  await Promise.all(pending)
  return problems.splice(0)
}

function wait(work: Promise<void>): void {
  pending.add(work)
  void work.finally(() => pending.delete(work))
}

async function holdResponse(response: Response): Promise<void> {
  const type = response.headers()['content-type'] ?? ''
  const url = new URL(response.url())
  const answer = { method: response.request().method(), status: response.status(), type }
  // An event stream has no end to wait for.
  if (type.startsWith('text/event-stream')) return hold(url, { ...answer, text: async () => '' })
  // The body is read immediately, because it is lost when its page goes away.
  const body = type.startsWith('application/json') ? response.text().catch(() => null) : ''
  // An answer without a server address was made by the test itself.
  if ((await response.serverAddr().catch(() => null)) === null) return
  const text = await body
  if (text !== null) await hold(url, { ...answer, text: async () => text })
}

async function hold({ origin, pathname }: URL, answer: Omit<Answer, 'path'>): Promise<void> {
  const check = await checkOf(origin).catch(error => `${origin} has no document: ${error}`)
  const problem = typeof check === 'string' ? check : await check({ ...answer, path: pathname })
  if (problem !== null) problems.push(problem)
}

function checkOf(origin: string): Promise<Check> {
  const known = checks.get(origin)
  if (known) return known
  const made = fetch(`${origin}/api/v1/openapi.json`)
    .then(answer => answer.json() as Promise<AnswerDocument>)
    .then(createDocumentCheck)
  checks.set(origin, made)
  return made
}
