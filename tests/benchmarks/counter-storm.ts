import { fields, flags, recordBytes, recordKinds } from '@mille/server/delivery/event-log/record.ts'
import { RecordWriter } from '@mille/server/delivery/event-log/write-records.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'

export const batchRecords = 1000
export const units = 10_000
export const start = Date.parse('2026-03-02T06:00:00Z')

export type Made = { at: Date; body: Buffer }

/**
 * Simulates a busy partition: each ad is rendered and most are seen, a few are clicked, and one report in fifty is a
 * duplicate. A thousand decisions per second on ten thousand ad units and a thousand campaigns, by people in a hundred
 * thousand networks.
 */
export function createStorm(seed: number): () => Made {
  const random = createRandom(seed)
  const writer = new RecordWriter()
  let atMs = start
  let latest: (() => void)[] = []
  return () => {
    atMs += 500
    while (writer.count < batchRecords) latest = writeDecision(writer, random, atMs, latest)
    return { at: new Date(atMs), body: writer.take() }
  }
}

function writeDecision(
  writer: RecordWriter,
  random: Random,
  atMs: number,
  latest: (() => void)[]
): (() => void)[] {
  const visitor = random.bytes(8)
  const decided = {
    decision: random.bytes(16),
    unit: 1 + random.below(units),
    campaign: 1 + random.below(1000),
    creative: 1,
    banner: random.below(3),
    issuedAtMs: atMs - 1500,
    visitor
  }
  const [yesterday, today] = [-1, 0].map(days => new Date(atMs + days * 86_400_000).toISOString())
  const names = [
    { day: yesterday?.slice(0, 10) ?? '', visitor: random.bytes(8), isKept: false },
    { day: today?.slice(0, 10) ?? '', visitor, isKept: true }
  ]
  const block = Buffer.alloc(8)
  block.writeUInt32BE(random.below(100_000))
  const view = {
    decided,
    names,
    block,
    isCovered: false,
    isShrunken: false,
    isContradictory: false
  }
  const origin = { receivedAtMs: atMs, country: null, device: null }
  const writeView = () => writer.viewable(view, origin)
  writer.report('rendered', decided, origin)
  if (random.chance(0.8)) writeView()
  if (random.chance(0.01)) writer.report('clicked', decided, origin)
  if (random.chance(0.04)) latest[random.below(latest.length)]?.()
  return [...latest.slice(-99), writeView]
}

/** Returns a function that makes batches of views, each view by a new visitor. */
export function createViews(seed: number): (atMs: number) => Buffer {
  const random = createRandom(seed)
  const template = viewTemplate()
  return atMs => manyViews(template, random, atMs)
}

function viewTemplate(): Buffer {
  const body = Buffer.alloc(recordBytes)
  body[fields.version] = 1
  body[fields.kind] = recordKinds.viewable
  body[fields.flags] = flags.hasBlock
  // The view has the visitor's name of today, which is also the token's, and of yesterday; a charge is stored under
  // today's.
  body[fields.names] = 1 | 2 | 16
  return body
}

function manyViews(template: Buffer, random: Random, atMs: number): Buffer {
  const body = Buffer.alloc(batchRecords * recordBytes)
  for (let at = 0; at < body.length; at += recordBytes) {
    template.copy(body, at)
    for (const field of [fields.decision, fields.visitor, fields.visitor + 4, fields.otherNames])
      body.writeUInt32BE(random.below(2 ** 32), at + field)
    body.writeUInt32BE(random.below(2 ** 32), at + fields.decision + 4)
    body.writeUInt32BE(random.below(units), at + fields.unit)
    body.writeUInt32BE(random.below(1000), at + fields.campaign)
    body.writeUInt32BE(random.below(100_000), at + fields.block)
    body.writeUIntBE(atMs, at + fields.moment, 6)
    body.writeUIntBE(atMs, at + fields.receivedAt, 6)
  }
  return body
}
