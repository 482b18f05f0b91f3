import { expect, test } from 'vitest'
import { lookInDns } from './verification.ts'

const site = { domain_name: 'blog.example:8080', verification_token: 'f00d' }
const name = '_mille-site-verification.blog.example'

test('a TXT record proves a site, also in pieces and beside others', async () => {
  const asked: string[] = []
  const answer = await lookInDns(site, async it => {
    asked.push(it)
    return [['v=spf1 -all'], ['mille-site-', 'verification=f00d']]
  })
  expect(answer).toBe(null)
  expect(asked).toEqual([name])
})

test.each([
  ['another token', async () => [['mille-site-verification=beef']]],
  [
    'no such name',
    async () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ENOTFOUND' }))
  ],
  [
    'no such record',
    async () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ENODATA' }))
  ]
])('%s is not a proof, and the error says what is missing', async (_, readTxt) => {
  expect(await lookInDns(site, readTxt)).toMatchObject({
    code: 'verification_not_found',
    detail: expect.stringContaining(name)
  })
})

test('a resolver that does not answer is not the publisher’s fault', async () => {
  const readTxt = async () =>
    Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }))
  expect(await lookInDns(site, readTxt)).toMatchObject({ code: 'site_unreachable' })
})
