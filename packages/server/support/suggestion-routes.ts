import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/support/endpoints.ts'
import * as schema from '@mille/api/support/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { consumeLimit, prepareLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { readFeedbackToken } from './feedback-token.ts'
import {
  addVote,
  insertSuggestion,
  listSuggestions,
  lockSuggestion,
  type Moderation,
  moderateSuggestion,
  removeVote,
  type SuggestionRow,
  votedIds
} from './suggestion-queries.ts'

export function suggestionRoutes(serve: Serve): void {
  serve(endpoints.listSuggestions, schema.suggestionsInput, async ({ context, input, visitor }) => {
    const token = input.token
    const holder =
      token === undefined ? null : readFeedbackToken(context.config, token, context.now())
    // A signed-in user sees the board as that user, regardless of the link's token.
    const reader = visitor?.id ?? holder
    if (reader === null) return failure('not_authenticated')
    const { rows, records } = await listSuggestions(context.db, {
      state: input['filter[state]'],
      seenBy: reader,
      sort: input.sort === '-created_at' ? 'created_at' : 'votes_count',
      offset: input['page[offset]'],
      limit: input['page[limit]']
    })
    return reply(await listDocument(context, rows, records, reader))
  })

  serve(endpoints.createSuggestion, schema.createSuggestionInput, createSuggestion, call =>
    prepareLimit(call, limitNames.suggestions)
  )

  serve(endpoints.voteForSuggestion, schema.suggestionInput, call => vote(call, true))
  serve(endpoints.withdrawVote, schema.suggestionInput, call => vote(call, false))

  serve(
    endpoints.listModeratedSuggestions,
    schema.moderatedSuggestionsInput,
    async ({ context, input, user }) => {
      const { rows, records } = await listSuggestions(context.db, {
        state: input['filter[state]'],
        seenBy: 'all',
        sort: 'created_at',
        offset: input['page[offset]'],
        limit: input['page[limit]']
      })
      return reply(await listDocument(context, rows, records, user.id))
    }
  )

  serve(
    endpoints.moderateSuggestion,
    schema.moderateSuggestionInput,
    async ({ context, input, user }) => {
      const id = Number(input.id)
      const change: Moderation = {}
      if (input.state !== undefined) change.state = input.state
      if (input.reply !== undefined) change.reply = input.reply
      if (input.is_hidden !== undefined) change.is_hidden = input.is_hidden
      const row = await moderateSuggestion(context.db, id, change, user.id, context.now())
      if (!row) return failure('not_found')
      const voted = await votedIds(context.db, user.id, [id])
      return reply({ data: suggestionResource(row, user.id, voted.has(id)) })
    }
  )
}

async function createSuggestion(
  call: Call<z.output<typeof schema.createSuggestionInput>> & Once
): Promise<Reply<AnswerOf<typeof endpoints.createSuggestion>>> {
  const { context, input, user } = call
  const { tx } = call.once
  const at = context.now()
  const { title, description } = input
  const inserted = await insertSuggestion(tx, {
    ...{ title, description },
    user_id: user.id,
    created_at: at
  })
  const votes_count = await addVote(tx, inserted.id, user.id, at)
  return reply({ data: suggestionResource({ ...inserted, votes_count }, user.id, true) }, 201)
}

type SuggestionCall = Call<{ id: string }>

async function vote(
  call: SuggestionCall,
  isVoted: boolean
): Promise<Reply<{ data: endpoints.Suggestion }>> {
  const { context, user } = call
  const limited = await consumeLimit(call, limitNames.votes)
  if (limited) return limited
  const id = Number(call.input.id)
  return context.db.transaction().execute(async tx => {
    const row = await lockSuggestion(tx, id)
    if (!row || row.is_hidden) return failure('not_found')
    if (row.state !== 'open' && row.state !== 'planned')
      return failure('state_not_allowed', { detail: 'The suggestion is closed.' })
    const votes_count = isVoted
      ? await addVote(tx, id, user.id, context.now())
      : await removeVote(tx, id, user.id)
    return reply({ data: suggestionResource({ ...row, votes_count }, user.id, isVoted) })
  })
}

async function listDocument(
  context: Context,
  rows: SuggestionRow[],
  records: number,
  reader: number
): Promise<endpoints.SuggestionList> {
  const voted = await votedIds(
    context.db,
    reader,
    rows.map(row => row.id)
  )
  return {
    data: rows.map(row => suggestionResource(row, reader, voted.has(row.id))),
    meta: { pagination: { records } }
  }
}

function suggestionResource(
  row: SuggestionRow,
  reader: number,
  isVoted: boolean
): endpoints.Suggestion {
  const { title, description, state, reply: answer, votes_count, is_hidden } = row
  return {
    type: 'suggestions',
    id: String(row.id),
    attributes: {
      ...{ title, description, state, votes_count, is_hidden },
      reply: answer,
      is_voted: isVoted,
      is_own: row.user_id === reader,
      created_at: row.created_at.toISOString()
    }
  }
}
