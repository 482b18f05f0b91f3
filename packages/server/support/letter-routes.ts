import * as endpoints from '@mille/api/support/endpoints.ts'
import * as schema from '@mille/api/support/schema.ts'
import type { z } from 'zod'
import { mailOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { freeOfCaptcha, limits as limitNames } from '../http/limits/limits.ts'
import type { OpenCall, Serve } from '../http/serve.ts'
import {
  findLetter,
  insertLetter,
  type LetterRow,
  listLetters,
  markLetter,
  type NewLetter
} from './letter-queries.ts'

/** Routes for letters, which people without an account send from any page, and for what operators do with them. */
export function letterRoutes(serve: Serve): void {
  serve(endpoints.sendLetter, schema.sendLetterInput, async call => {
    const refused = await keepLetter(call)
    return refused ?? reply(undefined, 204)
  })

  serve(endpoints.listLetters, schema.lettersInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records, waitingCount } = await listLetters(context.db, page)
    return reply({
      data: rows.map(letterResource),
      meta: { pagination: { records }, waiting_count: waitingCount }
    })
  })

  serve(endpoints.markLetter, schema.markLetterInput, async ({ context, input }) => {
    const answeredAt = input.is_answered ? context.now() : null
    const row = await markLetter(context.db, Number(input.id), answeredAt)
    return row ? reply({ data: letterResource(row) }) : failure('not_found')
  })
}

type LetterCall = OpenCall<z.output<typeof schema.sendLetterInput>>

/** Saves a letter. A letter that is already saved is neither counted by the rate limit nor saved again. */
async function keepLetter(call: LetterCall): Promise<Failure | null> {
  const { context, input, address, limits, request } = call
  if (context.config.chatwoot)
    return failure('chat_elsewhere', {
      detail: 'This chat is not in use. Support uses another service.'
    })
  const { letter_id, email, text } = input
  const known = await findLetter(context.db, letter_id)
  if (known) return compare(known, input)
  const limit = limitNames.letters
  const eased = { limit, free: freeOfCaptcha.letters, subject: addressBlock(address) }
  const refused = await countWithCaptcha(call, 'chat_letter', eased)
  if (refused) return refused
  const isMailed = (await limits.consume(limitNames.letterMails, 'all')).ok
  const letter = {
    ...{ letter_id, email, text },
    page_origin: originOf(request),
    created_at: context.now()
  }
  const isNew = await context.db.transaction().execute(async tx => {
    const isInserted = await insertLetter(tx, letter)
    if (isInserted && isMailed) await mailOperators(tx, letterMail(context, letter))
    return isInserted
  })
  const first = isNew ? undefined : await findLetter(context.db, letter_id)
  return first ? compare(first, input) : null
}

/**
 * Compares a letter with the saved one of the same ID. A changed letter is refused, so that its writer does not believe
 * it arrived.
 */
function compare(
  first: { email: string; text: string },
  { email, text }: { email: string; text: string }
): Failure | null {
  const isSame = first.email === email && first.text === text
  return isSame ? null : failure('letter_differs', { pointer: 'letter_id' })
}

const longestOrigin = 300

/** Returns the origin set by the browser, which a page cannot forge; null for files and sandboxed frames. */
function originOf(request: Request): string | null {
  const origin = request.headers.get('origin') ?? ''
  if (origin.length > longestOrigin || !URL.canParse(origin)) return null
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) ? url.origin : null
}

function letterMail({ config }: Context, { email, text, page_origin, created_at }: NewLetter) {
  const from = page_origin === null ? '' : ` on ${page_origin}`
  return {
    subject: 'A visitor without an account has written to you',
    text: `${email} left this message${from}:\n\n${text.replaceAll(/^/gm, '  ')}\n\nAnswer by email, and mark it as answered in the inbox: ${config.publicUrl}/admin/chat\n\nThe address was not verified.`,
    at: created_at
  }
}

function letterResource(row: LetterRow): endpoints.ChatLetter {
  const { id, email, text, page_origin, created_at, answered_at } = row
  return {
    type: 'chat_letters',
    id: String(id),
    attributes: {
      ...{ email, text, page_origin },
      created_at: created_at.toISOString(),
      answered_at: answered_at?.toISOString() ?? null
    }
  }
}
