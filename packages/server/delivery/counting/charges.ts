import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import { chargedOnceMs } from './rules.ts'
import type { ViewableView } from './views.ts'

export type Charges = {
  /** Whether this view is the visitor's first for its campaign in 24 hours. */
  has: (view: object) => boolean
  /** For a view that turned out to be a copy. */
  takeBack: (view: ViewableView) => Promise<void>
}

/** What a visitor is called in `campaign_visitors` on a day; `text` says the same, for comparing. */
type Key = { day: string; campaign: number; visitor: Buffer; text: string }

/**
 * Gives the views that charge their campaigns, and remembers their visitors. A visitor has another name each day, so
 * yesterday's is looked up and today's kept. Around midnight, where two processes may not agree on the day, both names
 * are kept, so that the database decides who was first.
 */
export async function chargeOnce(tx: Tx, views: ViewableView[], at: Date): Promise<Charges> {
  const keptKeys = new Map(views.map(view => [view, keptKeysOf(view)]))
  const candidates = firstOfEachVisitor(views, keptKeys)
  const known = candidates.flatMap((view, index) =>
    namesToLookUp(view).map(({ day, visitor }) => ({
      index,
      day,
      campaign: view.decided.campaign,
      visitor
    }))
  )
  const kept = candidates
    .flatMap((view, index) => (keptKeys.get(view) ?? []).map(key => ({ index, ...key })))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
  const since = new Date(at.getTime() - chargedOnceMs)
  const { rows } =
    candidates.length === 0
      ? { rows: [] }
      : await sql<{ day: string; campaign_id: number; visitor: Buffer }>`
    with charged as (
      select index
      from unnest(
        ${known.map(it => it.index)}::int[], ${known.map(it => it.day)}::date[],
        ${known.map(it => it.campaign)}::int[], ${known.map(it => it.visitor)}::bytea[]
      ) as known (index, day, campaign_id, visitor)
      join campaign_visitors using (day, campaign_id, visitor)
      where charged_at > ${since}
    )
    insert into campaign_visitors (day, campaign_id, visitor, charged_at)
    select day, campaign_id, visitor, ${at}
    from unnest(
      ${kept.map(it => it.index)}::int[], ${kept.map(it => it.day)}::date[],
      ${kept.map(it => it.campaign)}::int[], ${kept.map(it => it.visitor)}::bytea[]
    ) as kept (index, day, campaign_id, visitor)
    where index not in (select index from charged)
    on conflict (day, campaign_id, visitor) do update set charged_at = excluded.charged_at
    where campaign_visitors.charged_at <= ${since}
    returning day, campaign_id, visitor`.execute(tx)
  const added = new Set(rows.map(row => textOf(row.day, row.campaign_id, row.visitor)))
  const charged = new Set<object>(
    candidates.filter(view => keptKeys.get(view)?.every(key => added.has(key.text)))
  )
  return {
    has: view => charged.has(view),
    async takeBack(view) {
      if (charged.delete(view)) await forget(tx, keptKeys.get(view) ?? [])
    }
  }
}

/** Of several views of one visitor in a batch, the first. */
function firstOfEachVisitor(
  views: ViewableView[],
  keptKeys: ReadonlyMap<ViewableView, Key[]>
): ViewableView[] {
  const taken = new Set<string>()
  return views.filter(view => {
    const keys = keptKeys.get(view) ?? []
    const isFirst = keys.length > 0 && !keys.some(key => taken.has(key.text))
    for (const key of keys) taken.add(key.text)
    return isFirst
  })
}

/** The name that alone is kept needs no look: where it is there already, keeping it fails. */
function namesToLookUp({ names }: ViewableView): VisitorName[] {
  const isAlone = names.filter(name => name.isKept).length === 1
  return names.filter(name => !(name.isKept && isAlone))
}

function keptKeysOf({ names, decided: { campaign } }: ViewableView): Key[] {
  return names
    .filter(name => name.isKept)
    .map(({ day, visitor }) => ({ day, campaign, visitor, text: textOf(day, campaign, visitor) }))
}

function textOf(day: string, campaign: number, visitor: Buffer): string {
  return `${day} ${campaign} ${visitor.toString('hex')}`
}

async function forget(tx: Tx, keys: readonly Key[]): Promise<void> {
  for (const { day, campaign, visitor } of keys) {
    await tx
      .deleteFrom('campaign_visitors')
      .where('day', '=', day)
      .where('campaign_id', '=', campaign)
      .where('visitor', '=', visitor)
      .execute()
  }
}
