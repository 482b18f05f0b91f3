import { createTestDatabase } from '@mille/testing/test-database.ts'
import { expect, test } from 'vitest'
import { live, type Outcome } from './live.ts'
import { readPlayers } from './players.ts'

const seed = Number(process.env.SEED ?? 1)

async function play(folder: 'attackers' | 'crowds', name: string): Promise<Outcome> {
  const player = (await readPlayers(folder)).find(it => it.name === name)
  if (!player) throw new Error(`There is no ${name}`)
  const database = await createTestDatabase()
  const outcome = await live(player, database, { seed, days: 1 })
  await database.close()
  return outcome
}

test(`a crowd at home loses no view, and its publisher earns (seed ${seed})`, async () => {
  const outcome = await play('crowds', 'homes')
  expect(outcome).toMatchObject({ reported: 150, billable: 150, heldAfterHours: null })
  // 150 views at 12 USD per thousand, minus the network's fee.
  expect(outcome.waiting).toBeGreaterThan(100_000_000n)
})

test(`invented browsers of one address are paid for forty times an hour (seed ${seed})`, async () => {
  const outcome = await play('attackers', 'invented-browsers')
  expect(outcome).toMatchObject({ reported: 150, billable: 40, rejected: ['crowd'], paid: 0n })
})

test(`a page that refreshes its ads is held, and one whose readers turn pages is not (seed ${seed})`, async () => {
  expect(await play('attackers', 'slow-refresh')).toMatchObject({ heldAfterHours: 1, paid: 0n })
  expect(await play('crowds', 'four-second-pages')).toMatchObject({ heldAfterHours: null })
})

test(`views without what the ad says of each are held (seed ${seed})`, async () => {
  expect(await play('attackers', 'no-looks')).toMatchObject({
    billable: 120,
    heldAfterHours: 1,
    paid: 0n
  })
})

test('every player has a name of its own', async () => {
  const players = [...(await readPlayers('attackers')), ...(await readPlayers('crowds'))]
  expect(new Set(players.map(it => it.name)).size).toBe(players.length)
})
