import { createHmac } from 'node:crypto'
import type { HDKey } from '@scure/bip32'
import type { BitcoinNetwork } from '../bitcoin/keys.ts'
import { type ApprovalRules, refuseApproval } from './approvals.ts'
import { JournalBroken, openJournal } from './journal.ts'
import type { SignerLimits, SigningWish } from './limits.ts'
import { listenForLines, type SignerPlace } from './listen.ts'
import { readOperators } from './operators.ts'
import { bitcoinNetworkName, ethereumNetworkName } from './payout-challenge.ts'
import {
  type BitcoinRequest,
  type EthereumRequest,
  type PasskeyAnswer,
  protocolVersion,
  refusal,
  type SignerAnswer,
  type SignerRequest,
  signerRequest,
  type TransferRequest
} from './protocol.ts'
import { signBitcoin } from './sign-bitcoin.ts'
import { signEthereum } from './sign-ethereum.ts'
import { type Leaving, readRecords, replaces } from './signed-records.ts'

export type SignerConfig = {
  place: SignerPlace
  /** Where it keeps what it has signed; the operators that it trusts stand beside it. */
  file: string
  bitcoin: { key: HDKey; network: BitcoinNetwork } | null
  ethereum: {
    key: HDKey
    chainId: number
    contracts: Readonly<Partial<Record<'USDT' | 'USDC', string>>>
  } | null
  limits: SignerLimits
  approvals: Pick<ApprovalRules, 'above' | 'origin'>
}
type ToApprove = Leaving['payments'][number] & { approval: PasskeyAnswer | null }

/** Units of 1e-8 USD in the smallest unit of USDT and USDC, which have six decimals. */
const unitsPerTokenUnit = 100n

/** The only place with private keys: it reads no database, and believes nothing that it can find out itself. */
export async function serveSigner(
  config: SignerConfig,
  now: () => number = Date.now
): Promise<{ stop: () => Promise<void> }> {
  const seals = sealKeys(config)
  const journal = openJournal(config.file, seals)
  const records = readRecords(journal, config.limits)
  const rules = {
    ...config.approvals,
    operators: () => readOperators(operatorsFile(config.file), seals)
  }
  let queue: Promise<unknown> = Promise.resolve()

  async function sign(request: SignerRequest): Promise<SignerAnswer> {
    if (request.method === 'sign_bitcoin') {
      if (!config.bitcoin) return refusal('no_key', 'there is no key for Bitcoin')
      return payBitcoin(config.bitcoin, request)
    }
    const { ethereum } = config
    if (!ethereum) return refusal('no_key', 'there is no key for Ethereum')
    if (request.chainId !== ethereum.chainId)
      return refusal('wrong_chain', `chain ${request.chainId}`)
    const coin = coinWish(request)
    const { once } = config.limits.coin
    if (coin.amount > once)
      return refusal('fee_refused', `${coin.amount} wei is over the limit of ${once} for gas`)
    // Coin for gas goes to an address of ours, which the signer derives itself.
    if (request.method === 'sign_gas') {
      const signed = await signEthereum(ethereum.key, null, request)
      return letOut({ ...signed, payments: [], spends: coin.spends, wishes: [coin] })
    }
    const contract = ethereum.contracts[request.tokenCode]
    if (!contract) return refusal('no_key', `there is no key for ${request.tokenCode}`)
    // And so do tokens of a sweep: nothing leaves, and its gas was counted when it was sent there.
    if (request.method === 'sign_sweep')
      return { ok: true, ...(await signEthereum(ethereum.key, contract, request)) }
    return payTokens({ ...ethereum, contract }, request, coin)
  }

  async function payBitcoin(
    { key, network }: NonNullable<SignerConfig['bitcoin']>,
    request: BitcoinRequest
  ): Promise<SignerAnswer> {
    const signed = signBitcoin(key, network, request)
    if (!signed.ok) return signed
    const spends = request.inputs.map(it => `${it.transactionId}:${it.output}`)
    const payments = request.payments.map(it => ({ ...it, token: 'BTC' as const }))
    const name = bitcoinNetworkName(network)
    const refused = await refusePayments(name, payments, spends, config.approvals.above.BTC)
    if (refused) return refused
    const { transactionId, raw, leaving: amount } = signed
    const wishes = [{ asset: 'BTC' as const, amount, spends }]
    return letOut({ transactionId, raw, payments: payments.map(plain), spends, wishes })
  }

  async function payTokens(
    { key, chainId, contract }: { key: HDKey; chainId: number; contract: string },
    request: TransferRequest,
    coin: SigningWish
  ): Promise<SignerAnswer> {
    const { withdrawal, address, insteadOf, approval, tokenCode: token } = request
    const { spends } = coin
    const amount = request.amount * unitsPerTokenUnit
    const payment = { withdrawal, address, insteadOf, approval, token, amount }
    const name = ethereumNetworkName(chainId)
    const refused = await refusePayments(name, [payment], spends, config.approvals.above.USD)
    if (refused) return refused
    const wishes = [{ asset: 'USD' as const, amount, spends }, coin]
    const signed = await signEthereum(key, contract, request)
    return letOut({ ...signed, payments: [plain(payment)], spends, wishes })
  }

  /** What took its place with a higher fee is what was allowed before. */
  async function refusePayments(
    network: string,
    payments: readonly ToApprove[],
    spends: readonly string[],
    above: bigint
  ): Promise<SignerAnswer | null> {
    for (const it of payments) {
      const before = records.find(it.withdrawal)
      if (it.amount <= above || (before && replaces(before, spends))) continue
      // One that was let out already, and is not said to be dead, is sent again: that needs nobody.
      if (before && !before.transactions.includes(it.insteadOf ?? '')) continue
      const why = await refuseApproval(rules, { ...it, network }, it.approval)
      if (why !== null) return refusal('approval_needed', why)
    }
    return null
  }

  function letOut(leaving: Leaving): SignerAnswer {
    const at = now()
    const refused = records.refuse(leaving, at)
    if (refused) return refusal(refused.code, refused.detail, refused.earlier)
    records.write(leaving, at)
    return { ok: true, transactionId: leaving.transactionId, raw: leaving.raw }
  }

  async function answer(line: string): Promise<SignerAnswer> {
    try {
      const request = JSON.parse(line) as { version?: unknown }
      if (request?.version !== protocolVersion)
        return refusal('wrong_version', `the signer speaks version ${protocolVersion}`)
      return await sign(signerRequest.parse(request))
    } catch (error) {
      const code = error instanceof JournalBroken ? 'file_broken' : 'not_understood'
      return refusal(code, (error as Error).message.slice(0, 500))
    }
  }

  /** One after the other: what is looked up is still so when it is written down. */
  function answerInTurn(line: string): Promise<SignerAnswer> {
    const next = queue.then(() => answer(line))
    queue = next
    return next
  }

  try {
    const { stop } = await listenForLines(config.place, answerInTurn)
    return {
      async stop() {
        await stop()
        await queue
        journal.close()
      }
    }
  } catch (error) {
    journal.close()
    throw error
  }
}

export const operatorsFile = (file: string) => `${file}.operators`

/** For the signer's own files: they follow from its private keys, the first of which it writes with. */
export function sealKeys({
  bitcoin,
  ethereum
}: Pick<SignerConfig, 'bitcoin' | 'ethereum'>): Buffer[] {
  return [bitcoin?.key, ethereum?.key].flatMap(key =>
    key?.privateKey
      ? createHmac('sha256', key.privateKey).update('Mille: what the signer wrote').digest()
      : []
  )
}

function plain({ withdrawal, token, address, amount, insteadOf }: ToApprove) {
  return { withdrawal, token, address, amount, insteadOf }
}

/** Wei that a transaction can cost the account it is sent from, with what it carries. */
function coinWish(request: EthereumRequest): SigningWish {
  const gas = request.gas * request.maxFeePerGas
  const amount = request.method === 'sign_gas' ? gas + request.amount : gas
  return { asset: 'coin', amount, spends: [`${request.chainId}:${request.nonce}`] }
}
