import { createHmac } from 'node:crypto'
import { type ApprovalRules, refuseApproval } from './signer/approvals.ts'
import { JournalBroken, openJournal } from './signer/journal.ts'
import type { SignerLimits } from './signer/limits.ts'
import { listenForLines, type SignerPlace } from './signer/listen.ts'
import { readOperators } from './signer/operators.ts'
import {
  protocolVersion,
  refusal,
  type SignerAnswer,
  type SignerRequest,
  signerRequest
} from './signer/protocol.ts'
import { type Leaving, type PaymentRecord, readRecords, replaces } from './signer/signed-records.ts'
import type {
  PaymentToApprove,
  Refused,
  SigningChain,
  SigningPlan
} from './signer/signing-chain.ts'
import { signingKinds } from './signing-kinds.ts'

export type SignerConfig = {
  place: SignerPlace
  /** Path of the file in which the signer records what it has signed; its list of trusted operators is next to it. */
  file: string
  chains: readonly SigningChain[]
  limits: SignerLimits
  approvals: Pick<ApprovalRules, 'above' | 'origin'>
}

/**
 * Serves the signer, the only place with private keys. It reads no database and trusts nothing that it can find out
 * itself.
 */
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
    const { method } = request
    const own = config.chains.filter(it => it.methods.includes(method))
    if (own.length === 0) return refuseMethod(method)
    for (const chain of own) {
      const plan = chain.plan(request, config.limits)
      if (plan !== null) return plan.ok ? carryOut(chain, plan) : plan
    }
    return refusal('wrong_chain', `no key is for the chain that ${method} names`)
  }

  async function carryOut(chain: SigningChain, plan: SigningPlan): Promise<SignerAnswer> {
    const { spends, wishes } = plan
    const approved = await approvePayments({ rules, records, at: now() }, chain.network, plan)
    if (!approved.ok) return approved
    const signed = await plan.sign()
    if (wishes === null) return { ok: true, ...signed }
    return letOut(records, { ...signed, payments: approved.payments, spends, wishes }, now())
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

  /** Answers requests one after the other, so that records do not change between the check and the write. */
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

type Records = ReturnType<typeof readRecords>
type Approving = {
  rules: ApprovalRules
  records: Records
  at: number
}

/** Determines which payments an operator has approved. Refuses at the first one that needs an approval and has none. */
async function approvePayments(
  { rules, records, at }: Approving,
  network: string,
  { asset, payments, spends }: SigningPlan
): Promise<{ ok: true; payments: Leaving['payments'] } | Refused> {
  const approved: Leaving['payments'][number][] = []
  let sum = records.unapproved(asset, at)
  for (const { approval, ...it } of payments) {
    const before = records.find(it.withdrawal)
    if (before && mayGoAgain(before, it, spends)) {
      approved.push({ ...it, isApproved: before.isApproved })
      continue
    }
    const why = await refuseApproval(rules, { ...it, network }, approval)
    if (why !== null) sum += it.amount
    if (why !== null && sum > rules.above[asset]) {
      const detail = `${why}: it would be ${sum} without one in 24 hours`
      return { ok: false, code: 'approval_needed', detail }
    }
    approved.push({ ...it, isApproved: why === null })
  }
  return { ok: true, payments: approved }
}

function letOut(records: Records, leaving: Leaving, at: number): SignerAnswer {
  const refused = records.refuse(leaving, at)
  if (refused) return refusal(refused.code, refused.detail, refused.earlier)
  records.write(leaving, at)
  return { ok: true, transactionId: leaving.transactionId, raw: leaving.raw }
}

export const operatorsFile = (file: string) => `${file}.operators`

/** Derives the keys for the signer's own files from its private keys; the first one is used for writing. */
export function sealKeys({ chains }: Pick<SignerConfig, 'chains'>): Buffer[] {
  return chains.flatMap(({ key }) =>
    key.privateKey
      ? createHmac('sha256', key.privateKey).update('Mille: what the signer wrote').digest()
      : []
  )
}

function refuseMethod(method: string): SignerAnswer {
  const kind = signingKinds.find(it => it.methods.includes(method))
  return kind
    ? refusal('no_key', `there is no key for ${kind.title}`)
    : refusal('not_understood', `there is no method ${method}`)
}

/**
 * Whether a payment needs no new approval: a replacement with a higher fee is covered by the earlier approval, and so
 * is a payment that was already signed and is not declared dead.
 */
function mayGoAgain(
  before: PaymentRecord,
  { insteadOf }: Pick<PaymentToApprove, 'insteadOf'>,
  spends: readonly string[]
): boolean {
  return replaces(before, spends) || !before.transactions.includes(insteadOf ?? '')
}
