import { dayMs } from '@mille/api/durations.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { categories, rootCategoryId } from '@mille/api/reference-data/categories.ts'
import * as endpoints from '@mille/api/settings/endpoints.ts'
import * as schema from '@mille/api/settings/schema.ts'
import { formatAmount } from '@mille/money/amount.ts'
import { notifyOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { utcMinute } from '../utc-minute.ts'
import {
  countUses,
  insertChange,
  latestChange,
  type OfferedKind,
  readNotOffered,
  readSetting
} from './queries.ts'
import { definitions, isSettingName, none } from './rules.ts'

/** Serves the settings that the operator changes while the network runs. */
export function settingsRoutes(serve: Serve): void {
  serve(endpoints.listSettings, null, async ({ context }) => {
    const data: endpoints.Setting[] = []
    for (const name of schema.settingNames)
      data.push(await settingResource(context.db, context, name))
    return reply({ data })
  })

  serve(endpoints.changeSetting, schema.changeSettingInput, async ({ context, input, user }) => {
    const name = input.id
    if (!isSettingName(name)) return failure('not_found')
    const { min, max, from, format = formatAmount } = definitions[name]
    const value = input.value === 'none' ? none : BigInt(input.value)
    if (value < min || value > max) {
      const detail = `value must be between ${least(min)} and ${max}.`
      return failure('invalid', { pointer: 'value', detail })
    }
    const at = context.now()
    return context.db.transaction().execute(async tx => {
      const before = await readSetting(tx, context.config, name, at)
      const isDelayed =
        (from === 'a_day_later_when_higher' && value > before) ||
        (from === 'a_day_later_when_lower' && value < before)
      const validFrom =
        from === 'next_window'
          ? nextWindow(context, at)
          : isDelayed
            ? new Date(at.getTime() + dayMs)
            : at
      await insertChange(tx, { name, value, validFrom, userId: user.id, at })
      if (isDelayed) {
        const change = `${name.replaceAll('_', ' ')} from ${format(before)} to ${format(value)}`
        const page = `${context.config.publicUrl}/admin/settings`
        await notifyOperators(tx, {
          subject: 'A limit on payments will be relaxed',
          by: user.id,
          text: who =>
            `${who} changed ${change}. It applies from ${utcMinute(validFrom)}.\n\nUntil then, any operator can revert it: ${page}`,
          at
        })
      }
      return reply({ data: await settingResource(tx, context, name) })
    })
  })

  serve(endpoints.listReferenceEntries, null, async ({ context }) => {
    const notOffered = await readNotOffered(context.db)
    const uses = await countUses(context.db)
    return reply({
      data: entries.map(it => entryResource(it, !notOffered.has(it.id), uses.get(it.id) ?? 0))
    })
  })

  serve(endpoints.changeOffered, schema.changeOfferedInput, async ({ context, input, user }) => {
    const entry = entries.find(it => it.id === input.id)
    if (!entry) return failure('not_found')
    const at = context.now()
    const value = input.is_offered ? 1n : 0n
    await context.db
      .transaction()
      .execute(tx =>
        insertChange(tx, { name: entry.id, value, validFrom: at, userId: user.id, at })
      )
    const uses = await countUses(context.db)
    return reply({ data: entryResource(entry, input.is_offered, uses.get(entry.id) ?? 0) })
  })
}

/**
 * Returns when a new fee takes effect, since the current settlement period is held and charged at the fee of its
 * beginning.
 */
function nextWindow({ config }: Context, at: Date): Date {
  const windowMs = config.settlementWindowSeconds * 1000
  return new Date((Math.floor(at.getTime() / windowMs) + 1) * windowMs)
}

async function settingResource(
  db: Database | Tx,
  { config, now }: Context,
  name: endpoints.SettingName
): Promise<endpoints.Setting> {
  const at = now()
  const { min, max, initial } = definitions[name]
  const value = await readSetting(db, config, name, at)
  const latest = await latestChange(db, name)
  return {
    type: 'settings',
    id: name,
    attributes: {
      value: valueText(value),
      default_value: valueText(initial(config)),
      least: least(min).toString(),
      most: max.toString(),
      may_be_none: min === none,
      next:
        latest && latest.valid_from > at
          ? { value: valueText(latest.value), valid_from: latest.valid_from.toISOString() }
          : null,
      changed_at: latest?.changed_at.toISOString() ?? null,
      changed_by: latest?.changed_by ?? null
    }
  }
}

const valueText = (value: bigint) => (value === none ? 'none' : value.toString())

/** Returns the lowest number that a setting can have. */
const least = (min: bigint) => (min === none ? 0n : min)

type Entry = { id: string; kind: OfferedKind; name: string }

/** The entries that can be excluded; the root is not a selectable category. */
const entries: readonly Entry[] = [
  ...bannerSizes.map(size => ({
    id: `banner_size:${size}`,
    kind: 'banner_size' as const,
    name: size
  })),
  ...categories
    .filter(it => it.id !== rootCategoryId)
    .map(({ id, name }) => ({ id: `category:${id}`, kind: 'category' as const, name }))
]

function entryResource(
  { id, kind, name }: Entry,
  isOffered: boolean,
  uses: number
): endpoints.ReferenceEntry {
  return { type: 'catalogue_entries', id, attributes: { kind, name, is_offered: isOffered, uses } }
}
