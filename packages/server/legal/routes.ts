import { type LegalKind, legalKinds } from '@mille/api/constants.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/legal/endpoints.ts'
import * as schema from '@mille/api/legal/schema.ts'
import type { z } from 'zod'
import type { Database, Tx } from '../db/connect.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { consentRoutes } from './consent-routes.ts'
import {
  findPage,
  findText,
  insertPage,
  listVersions,
  lockPages,
  type PublishedVersion,
  readCurrentVersions
} from './queries.ts'

/** Serves the terms, the privacy policy and the imprint, and lets operators publish them. */
export function legalRoutes(serve: Serve): void {
  serve(endpoints.listLegalPages, null, async ({ context }) => {
    const current = await readCurrentVersions(context.db)
    const data = current
      .toSorted((a, b) => legalKinds.indexOf(a.kind) - legalKinds.indexOf(b.kind))
      .map(it => ({ type: 'legal_pages' as const, id: it.kind, attributes: published(it) }))
    return reply({ data, meta: { source_url: context.config.sourceUrl } })
  })

  serve(endpoints.readLegalPage, schema.legalPageInput, async ({ context: { db }, input }) => {
    const page = await findPage(db, input.id, input.version ?? null)
    if (!page) return failure('not_found')
    const attributes = { ...published(page), tree: page.tree }
    const versions = (await listVersions(db, input.id)).map(published)
    return reply({
      data: { type: 'legal_pages' as const, id: input.id, attributes },
      meta: { versions }
    })
  })

  consentRoutes(serve)

  serve(endpoints.listLegalTexts, null, async ({ context }) => {
    const data: endpoints.LegalText[] = []
    for (const kind of legalKinds) {
      const text = await textResource(context.db, kind)
      if (text) data.push(text)
    }
    return reply({ data })
  })

  serve(endpoints.publishLegalPage, schema.publishLegalPageInput, publish)

  serve(endpoints.previewLegalPage, schema.previewLegalPageInput, async ({ input }) => {
    const read = await parseMarkdown(input.text, 'text')
    if (!read.ok) return read
    const { tree } = read.value
    return reply(
      { data: { type: 'legal_page_previews' as const, id: '1', attributes: { tree } } },
      201
    )
  })
}

async function publish({
  context,
  input,
  user,
  once
}: Call<z.output<typeof schema.publishLegalPageInput>> & Once): Promise<
  Reply<AnswerOf<typeof endpoints.publishLegalPage>>
> {
  const { kind, version, text } = input
  const { tx } = once
  const read = await parseMarkdown(text, 'text')
  if (!read.ok) return read
  await lockPages(tx)
  const current = (await findText(tx, kind))?.version ?? 0
  if (version !== current + 1)
    return failure('state_not_allowed', {
      detail: `The current version is ${current}. Read it before you publish another one.`,
      pointer: 'version'
    })
  const { tree } = read.value
  const at = context.now()
  await insertPage(tx, { kind, version, text, tree, published_by: user.id, published_at: at })
  const data = await textResource(tx, kind)
  return data ? reply({ data }, 201) : failure('not_found')
}

async function textResource(
  db: Database | Tx,
  kind: LegalKind
): Promise<endpoints.LegalText | null> {
  const current = await findText(db, kind)
  if (!current) return null
  const versions = (await listVersions(db, kind)).map(it => ({
    ...published(it),
    published_by: String(it.published_by),
    published_by_name: it.name
  }))
  const attributes = { ...published(current), text: current.text, versions }
  return { type: 'legal_texts', id: kind, attributes }
}

function published({ version, published_at }: Omit<PublishedVersion, 'kind'>) {
  return { version, published_at: published_at.toISOString() }
}
