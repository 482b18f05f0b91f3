import { createHash } from 'node:crypto'
import { csvColumns } from '@mille/api/campaigns/csv-columns.ts'
import type { importCampaigns as endpoint } from '@mille/api/campaigns/endpoints.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import { errorCodes } from '@mille/api/errors.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Once } from '../http/serve.ts'
import { lockBalances } from '../ledger/index.ts'
import { type CampaignRow, campaignsByIds, lockOwnCampaigns } from './campaign-queries.ts'
import { changeCampaign, changePayment, denominationOf, termsOf } from './change.ts'
import { moneyOf } from './change-many.ts'
import { addCampaign } from './create.ts'
import { type Cells, cellsOfCampaigns } from './csv-cells.ts'
import {
  columnOf,
  type Draft,
  draftRows,
  idsIn,
  type Known,
  type RowError
} from './import-drafts.ts'
import { type ImportFile, readImportFile } from './import-file.ts'
import { countRows, type ImportCall, type Refusals } from './import-limits.ts'

type Prepared = { file: ImportFile; refusals: Refusals }
type Answer = AnswerOf<typeof endpoint>
type Row = Answer['data'][number]

/** Reads an import file and counts its changes against the rate limits of the calls for a single campaign. */
export async function prepareImport(
  call: ImportCall
): Promise<{ ok: true; value: Prepared } | Failure> {
  const { context, input, user } = call
  const file = readImportFile(input.csv)
  if (!file.ok) return file
  const { rows } = file.value
  const found = await campaignsByIds(context.db, idsIn(rows))
  const own = found.filter(it => it.user_id === user.id)
  const drafts = draftRows(rows, await known(context.db, own, context.now()))
  const counted = await countRows(call, drafts)
  return counted.ok ? { ok: true, value: { file: file.value, refusals: counted.value } } : counted
}

/**
 * Applies every change of a file with the functions of the calls for a single campaign, and returns what changed. A dry
 * run does the same and rolls back, so its result cannot differ from the import's.
 */
export async function importCampaigns(
  { context, input, user, once: { tx } }: ImportCall & Once,
  { file, refusals }: Prepared
): Promise<Reply<Answer>> {
  await sql`savepoint import`.execute(tx)
  const locked = await lockAll(tx, user.id, file)
  const drafts = draftRows(file.rows, await known(tx, locked, context.now()))
  const done: Done[] = []
  for (const draft of drafts) {
    const refusal = refusals.get(draft.row.line)
    done.push(refusal ? refusedRow(draft, [refusal]) : await applyRow(tx, context, user.id, draft))
  }
  const data = await describe(tx, context, done)
  const plan = digestOf(data)
  const countOf = (result: Row['attributes']['result']) =>
    data.filter(it => it.attributes.result === result).length
  if (input.dry_run) await sql`rollback to savepoint import`.execute(tx)
  else if (plan !== input.plan)
    return failure('import_changed', {
      pointer: 'plan',
      detail: 'The file or its campaigns changed since the dry run: make another one.'
    })
  else if (countOf('refused') > 0) return failure('import_refused', { pointer: 'csv' })
  return reply({
    data,
    meta: {
      ...{ dry_run: input.dry_run, plan },
      created: countOf('created'),
      changed: countOf('changed'),
      unchanged: countOf('unchanged'),
      refused: countOf('refused'),
      ignored_columns: [...file.ignored]
    }
  })
}

/**
 * Locks all campaigns and balances at once and in a fixed order, so that two imports or batch changes never deadlock.
 */
async function lockAll(tx: Tx, userId: number, { rows }: ImportFile): Promise<CampaignRow[]> {
  const ids = idsIn(rows)
  if (ids.length === 0) return []
  const campaigns = [...(await lockOwnCampaigns(tx, userId, ids)).values()]
  if (campaigns.length > 0) await lockBalances(tx, moneyOf(userId, campaigns))
  return campaigns
}

async function known(
  db: Database | Tx,
  campaigns: readonly CampaignRow[],
  at: Date
): Promise<Known> {
  const cells = await cellsOfCampaigns(db, campaigns, at)
  return new Map(
    campaigns.flatMap(campaign => {
      const own = cells.get(campaign.id)
      return own ? [[campaign.id, { campaign, cells: own }]] : []
    })
  )
}

/** The result of a row: the ID of the campaign that was created or changed, or the errors. */
type Done = { draft: Draft; id: number | null; errors: readonly RowError[] }

async function applyRow(tx: Tx, context: Context, userId: number, draft: Draft): Promise<Done> {
  switch (draft.kind) {
    case 'refused':
      return refusedRow(draft, draft.errors)
    case 'create': {
      const created = await addCampaign(tx, context, userId, draft.input)
      return created.ok
        ? { draft, id: created.value.id, errors: [] }
        : refusedRow(draft, [errorOf(created)])
    }
    case 'change': {
      const { campaign, update, payment } = draft
      if (update) {
        const changed = await changeCampaign(tx, context, userId, update)
        if (!changed.ok) return refusedRow(draft, [errorOf(changed)])
      }
      const refused = payment
        ? await changePayment(tx, context, userId, {
            id: campaign.id,
            terms: termsOf(payment),
            denomination: denominationOf(payment)
          })
        : null
      return refused
        ? refusedRow(draft, [errorOf(refused)])
        : { draft, id: campaign.id, errors: [] }
    }
  }
}

function refusedRow(draft: Draft, errors: readonly RowError[]): Done {
  return { draft, id: null, errors }
}

function errorOf({ code, pointer, detail }: Failure): RowError {
  const { title } = errorCodes[code]
  return { column: columnOf(pointer ?? ''), code, detail: detail ?? `${title}.` }
}

async function describe(tx: Tx, context: Context, done: readonly Done[]): Promise<Row[]> {
  const ids = done.flatMap(({ id }) => (id === null ? [] : [id]))
  const after = await cellsOfCampaigns(tx, await campaignsByIds(tx, ids), context.now())
  return done.map(({ draft, id, errors }) => {
    const { line, cells } = draft.row
    const now = id === null ? undefined : after.get(id)
    const before = draft.kind === 'change' ? draft.before : null
    const changes = now ? changesOf(before, now) : []
    const changed = before && changes.length === 0 ? 'unchanged' : 'changed'
    const named = now ?? before ?? Object.fromEntries(cells)
    const isNew = draft.kind === 'create'
    return {
      type: 'campaign_imports',
      id: String(line),
      attributes: {
        line,
        result: now ? (isNew ? 'created' : changed) : 'refused',
        campaign_id: id === null ? null : String(id),
        title: (named.name || named.link_text || '').slice(0, 200),
        changes,
        errors: [...errors]
      }
    }
  })
}

function changesOf(before: Cells | null, after: Cells): Row['attributes']['changes'] {
  return csvColumns
    .filter(it => it !== 'id' && after[it] !== (before?.[it] ?? ''))
    .map(column => ({ column, before: before?.[column] ?? '', after: after[column] }))
}

/** Returns a digest of everything that a dry run shows, except the IDs of campaigns not created yet. */
function digestOf(rows: readonly Row[]): string {
  const told = rows.map(({ attributes: { line, result, campaign_id, changes, errors } }) => [
    ...[line, result, result === 'created' ? null : campaign_id],
    changes.map(it => [it.column, it.before, it.after]),
    errors.map(it => [it.column, it.code])
  ])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
