import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHmacSha256 } from './hmac.ts'

test('is the HMAC of the standard, whatever the key and the message', () => {
  const key = fc.uint8Array({ maxLength: 64 })
  const messages = fc.array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 3000 }), fc.uint8Array({ maxLength: 3000 })),
    { minLength: 1, maxLength: 4 }
  )
  fc.assert(
    fc.property(key, messages, (key, messages) => {
      const hmac = createHmacSha256(key)
      for (const it of messages) {
        const message = typeof it === 'string' ? it : Buffer.from(it)
        expect(hmac(message).toString('hex')).toBe(
          createHmac('sha256', key).update(message).digest('hex')
        )
      }
    })
  )
  expect(() => createHmacSha256(new Uint8Array(65))).toThrow('longer than a block')
})
