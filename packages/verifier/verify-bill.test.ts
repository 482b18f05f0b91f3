import { createRandom, type Random } from '@mille/testing/random.ts'
import { describe, expect, it } from 'vitest'
import { buildBill, sealLines } from './testing/build-bill.ts'
import { examplePlan } from './testing/example-plan.ts'
import { verifyBoth, verifyHere, verifyInPython } from './testing/verify-both.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const isProof = process.env.MILLE_PROOF === 'full'
const mutations = isProof ? 10_000 : 400

describe('both verifiers', () => {
  it('accept the bill of a campaign', async () => {
    const { problem, said } = await verifyBoth({ bill: buildBill(examplePlan).text })
    expect(problem).toBeNull()
    expect(said.slice(1)).toEqual([
      '2 of 2 charges are in the public log.',
      '18 of 18 views included.',
      'Charge recomputed: 0.00000045 BTC, charged: 0.00000045 BTC, difference 0.'
    ])
  })

  it('accept the bill of an ad unit', async () => {
    const { problem, said } = await verifyBoth({
      bill: buildBill({ ...examplePlan, unit: 5 }).text
    })
    expect(problem).toBeNull()
    expect(said.slice(1)).toEqual([
      '2 of 2 charges are in the public log.',
      '9 of 9 views included.',
      'Earnings recomputed: 0.00000019 BTC, earned: 0.00000019 BTC, difference 0.'
    ])
  })

  it.each([
    [{ trafficType: 'cpd', maxCpm: null, activeSeconds: 3600 }],
    [{ trafficType: 'cpd', maxCpm: '900', activeSeconds: 7200, hasPartner: true }],
    [{ dailyBudget: '11', hasPartner: true }],
    [{ totalBudget: '15', spent: '3' }],
    [{ balance: '0' }],
    [{ hours: '01'.repeat(84), timeZone: 'Europe/Berlin' }],
    [{ maxCpm: '9223372036854775807' }]
  ])('compute a charge with %j in the same way', async details => {
    const charges = examplePlan.charges.slice(0, 1).map(it => ({ ...it, details }))
    const { problem } = await verifyBoth({ bill: buildBill({ charges }).text })
    expect(problem).toBeNull()
  })

  it('follow a log from each size that was kept', async () => {
    const size = 3 + 1 + examplePlan.charges.length + 7
    const asked = Array.from({ length: size }, (_, index) => {
      const bill = buildBill({ ...examplePlan, others: 10, kept: index + 1 })
      return { bill: bill.text, kept: bill.noteAt(index + 1) }
    })
    const there = await verifyInPython(asked)
    for (const [index, verdict] of asked.map(verifyHere).entries()) {
      expect(there[index]).toEqual(verdict)
      expect(verdict.problem, `kept at ${index + 1}`).toBeNull()
      const entries = `kept at ${index + 1} entries`
      expect(verdict.said[1]).toBe(`Log consistent with the checkpoint ${entries}.`)
    }
  })

  it('take an older bill for the checkpoint that was kept', async () => {
    const older = buildBill({ charges: examplePlan.charges.slice(0, 1), others: 0 })
    const bill = buildBill({ ...examplePlan, others: 0, kept: 2 })
    expect((await verifyBoth({ bill: bill.text, kept: older.text })).problem).toBeNull()
  })

  it('notice a log that was rewritten, and two logs that were shown to two people', async () => {
    const other = buildBill({ ...examplePlan, campaign: 13 })
    const bill = buildBill({ ...examplePlan, kept: 5 })
    const rewritten = await verifyBoth({ bill: bill.text, kept: other.noteAt(5) })
    expect(rewritten.problem).toBe(
      'The log was rewritten: its first 5 entries are not those of the kept checkpoint.'
    )
    const two = await verifyBoth({ bill: bill.text, kept: other.noteAt(6) })
    expect(two.problem).toBe(
      'Two logs were shown: the kept checkpoint has other 6 entries than this bill.'
    )
  })

  it('believe a checkpoint of the key only that the reader trusts', async () => {
    const bill = buildBill(examplePlan)
    const other = buildBill({ ...examplePlan, seed: 'somebody else' })
    const asked = { bill: bill.text, key: other.key }
    expect((await verifyBoth(asked)).problem).toBe(
      `The bill is signed with the key ${bill.key}, and not with ${other.key}.`
    )
    const kept = { bill: bill.text, kept: other.noteAt(3) }
    expect((await verifyBoth(kept)).problem).toBe(
      `The signature of the kept checkpoint is wrong: the key ${bill.key} did not make it.`
    )
  })

  it('refuse a sum that is written with a zero before it', async () => {
    const { text } = buildBill(examplePlan)
    const bill = text.replace(/"total":"(?=[0-9]+"[^\n]*\n$)/, '"total":"0')
    expect(bill).not.toBe(text)
    expect((await verifyBoth({ bill })).problem).toMatch(/^Line [0-9]+ is damaged: /)
  })

  it(`refuse a file that was damaged, with a sentence (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const originals = [
      buildBill({ ...examplePlan, kept: 4 }),
      buildBill({ ...examplePlan, unit: 5 })
    ].map(it => Buffer.from(it.text))
    const bills = Array.from({ length: mutations }, () => damage(random.pick(originals), random))
    const there = await verifyInPython(bills.map(bill => ({ bill })))
    for (const [at, bill] of bills.entries()) {
      const here = verifyHere({ bill })
      expect(here.problem, `mutation ${at}`).toMatch(/^[A-Z].*\.$/)
      expect(there[at], `mutation ${at}`).toEqual(here)
    }
  }, 600_000)

  it(`refuse a charge or a view that was changed, also under a new checksum (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const originals = [buildBill(examplePlan), buildBill({ ...examplePlan, unit: 5 })]
    const bills = Array.from({ length: mutations / 4 }, () =>
      forge(random.pick(originals).lines, random)
    )
    const there = await verifyInPython(bills.map(bill => ({ bill })))
    for (const [at, bill] of bills.entries()) {
      const here = verifyHere({ bill })
      expect(here.problem, `forgery ${at}`).toMatch(/^[A-Z].*\.$/)
      expect(there[at]?.problem, `forgery ${at}`).toMatch(/^[A-Z].*\.$/)
    }
  }, 600_000)
})

/** Returns a copy of the bill with random damage. */
function damage(original: Buffer, random: Random): Buffer {
  const lines = original.toString().split('\n').slice(0, -1)
  const at = random.below(lines.length)
  const other = random.below(lines.length)
  const kind = random.below(5)
  if (kind === 0) return original.subarray(0, random.below(original.length))
  if (kind === 1) return Buffer.from(`${lines.toSpliced(at, 1).join('\n')}\n`)
  if (kind === 2) return Buffer.from(`${lines.toSpliced(other, 0, lines[at] ?? '').join('\n')}\n`)
  if (kind === 3 && at !== other) {
    const exchanged = lines.with(at, lines[other] ?? '').with(other, lines[at] ?? '')
    return Buffer.from(`${exchanged.join('\n')}\n`)
  }
  const flipped = Buffer.from(original)
  const byte = random.below(flipped.length)
  flipped[byte] = (flipped[byte] ?? 0) ^ (1 << random.below(8))
  return flipped
}

/** Changes one character of a charge or of its views, and recomputes the checksum. */
function forge(original: readonly string[], random: Random): string {
  const end = JSON.parse(original.at(-1) ?? '')
  const lines = original.slice(0, -1)
  const at = lines.findIndex(line => line.includes('"kind":"charge"'))
  const line = at + random.below(lines.length - at)
  const text = lines[line] ?? ''
  const places = [...text.matchAll(/[0-9A-Za-z]/g)].map(it => it.index)
  const place = random.pick(places)
  const others = [...'0123456789abcdefghKLMN'].filter(it => it !== text[place])
  const forged = `${text.slice(0, place)}${random.pick(others)}${text.slice(place + 1)}`
  const sums = { charges: end.charges, total: Number(end.total), views: end.views }
  return sealLines(lines.with(line, forged), sums).text
}
