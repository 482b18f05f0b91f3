import { createHmac } from 'node:crypto'
import type { LookAroundRole } from '@mille/api/constants.ts'
import type { Config } from '../config.ts'
import { groupCode, hashAccountCode } from './codes.ts'

export type DemoAccount = {
  role: LookAroundRole
  username: string
  code: string
  hash: Buffer
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Access codes of the demo accounts, derived from the installation's secret: the same at every start, so that they can
 * be printed again, and different on every machine.
 */
export function demoAccounts(config: Pick<Config, 'secret'>): DemoAccount[] {
  return (
    [
      ['advertiser', 'demo-advertiser'],
      ['publisher', 'halfpenny'],
      ['operator', 'demo-operator']
    ] as const
  ).map(([role, username]) => {
    const bytes = createHmac('sha256', config.secret).update(`demo account ${username}`).digest()
    const code = [...bytes.subarray(0, 26)].map(byte => alphabet[byte % 32]).join('')
    return { role, username, code: groupCode(code), hash: hashAccountCode(code) }
  })
}
