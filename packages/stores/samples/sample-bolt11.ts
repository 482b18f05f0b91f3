import { bech32 } from '@scure/base'

type Asked = { prefix?: string; amount?: string; description?: string; seconds?: number; at?: Date }
const signature = new Array<number>(104).fill(7)

/** Returns an invoice that can be read, but whose signature is wrong. */
export function samplePayable(asked: Asked = {}): string {
  const { prefix = 'lnbcrt', amount = '100u', description = 'Payout of October' } = asked
  const { seconds = 86_400, at = new Date('2026-03-02T10:00:00Z') } = asked
  const fields = [
    field(1, new Array<number>(52).fill(3)),
    field(13, bech32.toWords(new TextEncoder().encode(description))),
    field(6, numberWords(seconds, 4))
  ]
  const words = [...numberWords(at.getTime() / 1_000, 7), ...fields.flat(), ...signature]
  return bech32.encode(`${prefix}${amount}`, words, false)
}

function field(type: number, words: number[]): number[] {
  return [type, ...numberWords(words.length, 2), ...words]
}

function numberWords(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Number((BigInt(Math.floor(value)) >> BigInt((count - 1 - index) * 5)) & 31n)
  )
}
