import { hourMs } from '@mille/api/durations.ts'
import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { findUser } from '../../accounts/index.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/connect.ts'
import { formatMoment } from '../../languages/formats.ts'
import { languageOf, textsIn } from '../../languages/texts.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { chainKinds } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import type { Token } from '../facts/tokens.ts'

type Wanted = {
  userId: number
  token: Pick<Token, 'code' | 'chain'>
  address: string
  at: Date
}

/**
 * Begins what is remembered of a recipient by Lightning: the public key of the node, because each invoice is another one.
 * No address of a chain begins like this.
 */
export const payeePrefix = 'lightning:'

/** Returns the codes of all tokens on a chain, since one address can receive any of them. */
export function codesOn(chain: ChainName): TokenCode[] {
  return chainKinds.flatMap(it => (it.name === chain ? it.tokens.map(token => token.code) : []))
}

/**
 * Stores the address and returns the time from which withdrawals to it are allowed. An account's first address on a
 * chain is allowed immediately, since a thief could not have changed it. Every other address has to wait, so that the
 * owner, who gets an email about each, can object.
 */
export async function rememberAddress(
  tx: Tx,
  config: Pick<Config, 'payments' | 'publicUrl'>,
  { userId, token, address, at }: Wanted
): Promise<Date> {
  const known = await tx
    .selectFrom('payout_addresses')
    .select(['address', 'token_code', 'usable_at'])
    .where('user_id', '=', userId)
    .where('token_code', 'in', codesOn(token.chain))
    .orderBy('created_at')
    .limit(1_000)
    .execute()
  const same = known.filter(it => it.address === address)
  const own = same.find(it => it.token_code === token.code)
  if (own) return own.usable_at
  const freezeMs = known.length === 0 ? 0 : config.payments.withdrawals.freezeHours * hourMs
  const usableAt = same[0]?.usable_at ?? new Date(at.getTime() + freezeMs)
  await tx
    .insertInto('payout_addresses')
    .values({
      user_id: userId,
      token_code: token.code,
      address,
      usable_at: usableAt,
      created_at: at
    })
    .execute()
  if (same.length === 0)
    await notifyOwner(tx, config.publicUrl, { userId, token, address, at }, usableAt)
  return usableAt
}

/**
 * Emails the owner about a new address. The email cannot be turned off, since someone who has taken over an account
 * would turn it off.
 */
async function notifyOwner(
  tx: Tx,
  publicUrl: string,
  { userId, token, address, at }: Wanted,
  usableAt: Date
): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user?.email) return
  const language = languageOf(user.locale)
  const letter = textsIn(language).mails.payoutAddress({
    token: token.code,
    address,
    usableFrom: usableAt > at ? formatMoment(language, usableAt) : null,
    withdrawals: `${publicUrl}/finances/withdraw`,
    settings: `${publicUrl}/settings`
  })
  await enqueueMail(tx, { recipient: user.email, language, ...letter, at })
}
