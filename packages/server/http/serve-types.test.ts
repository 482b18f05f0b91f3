import { endpoint } from '@mille/api/endpoint.ts'
import { expectTypeOf, test } from 'vitest'
import type { Tx } from '../db/connect.ts'
import type { SignedIn } from './callers/session.ts'
import type { Serve } from './serve.ts'

const common = { method: 'POST', path: '/x', statuses: [204], errors: [], summary: '' } as const
const open = endpoint({ ...common, auth: 'public' })
const openAndRepeatable = endpoint({ ...common, auth: 'public', idempotency: 'optional' })
const closed = endpoint({ ...common, auth: 'user' })
const closedAndRepeatable = endpoint({ ...common, auth: 'admin', idempotency: 'required' })

test('a handler gets what its endpoint declares, and nothing else', () => {
  const serve = (() => {}) as Serve
  serve(open, null, async call => {
    expectTypeOf(call).not.toHaveProperty('user')
    expectTypeOf(call).not.toHaveProperty('once')
    return { ok: true, status: 204, value: undefined }
  })
  serve(openAndRepeatable, null, async call => {
    expectTypeOf(call).not.toHaveProperty('user')
    expectTypeOf(call.once.tx).toEqualTypeOf<Tx>()
    return { ok: true, status: 204, value: undefined }
  })
  serve(closed, null, async call => {
    expectTypeOf(call.user).toEqualTypeOf<SignedIn>()
    expectTypeOf(call).not.toHaveProperty('once')
    return { ok: true, status: 204, value: undefined }
  })
  serve(closedAndRepeatable, null, async call => {
    expectTypeOf(call.user).toEqualTypeOf<SignedIn>()
    expectTypeOf(call.once.key).toEqualTypeOf<string>()
    return { ok: true, status: 204, value: undefined }
  })
})
