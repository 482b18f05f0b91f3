import type { Lightning, PayAnswer, Payment, PayRequest } from '../lightning.ts'
import { toHex } from './bytes.ts'
import { listChannels } from './channels.ts'
import { readInvoice } from './decode.ts'
import { findInvoice, signInvoice, writeInvoice } from './invoices.ts'
import type { Shared } from './node.ts'
import { findPayment, refuse, type SavedPayment, send, writePayment } from './payments.ts'

/** The port, answered by a running node. */
export function createApi(shared: Shared): Lightning {
  const { options, turns, running, publicKey, listeners } = shared
  const { db, now } = options
  let lastPay: Promise<unknown> = Promise.resolve()

  return {
    async createInvoice(request) {
      const created = signInvoice(running().manager, request, now())
      await turns.commit([writeInvoice(created, request, now())])
      return created
    },
    findInvoice: paymentHash => findInvoice(db, paymentHash, now()),
    pay(request) {
      // One after the other, so that two calls for one payment ID or invoice cannot both find nothing.
      const answer = lastPay.then(() => pay(shared, request))
      lastPay = answer.catch(() => {})
      return answer
    },
    async findPayment(paymentId) {
      const payment = await findPayment(db, 'payment_id', paymentId)
      return payment && withoutInvoice(payment)
    },
    decode(text) {
      const read = readInvoice(text)
      if (!read) return null
      const { invoice: _, ...decoded } = read
      return decoded
    },
    async listChannels() {
      const { manager, peers } = running()
      const connected = peers.list_peers().map(it => toHex(it.get_counterparty_node_id()))
      return listChannels(manager, new Set(connected))
    },
    async health() {
      const { manager, peers } = running()
      return {
        publicKey,
        stopped: turns.stopped()?.message ?? null,
        height: shared.height(),
        connectedPeers: peers.list_peers().length,
        usableChannels: manager.list_usable_channels().length
      }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

async function pay({ options, turns, running, publicKey }: Shared, request: PayRequest) {
  const { db, now, network } = options
  if (request.paymentId.length < 1 || request.paymentId.length > 100 || request.maximumFee < 0n)
    throw new RangeError('A payment needs an ID of 1 to 100 characters and a maximum fee')
  const read = readInvoice(request.invoice)
  const known = await findPayment(db, 'payment_id', request.paymentId)
  if (known) return answerAgain(known, read?.invoice.to_str() ?? null)
  if (!read) return { refused: 'invoice_invalid' } as const
  const refused = refuse(read, request, { publicKey, network }, now())
  if (refused) return { refused }
  const paid = await findPayment(db, 'payment_hash', read.paymentHash)
  if (paid && paid.state !== 'failed') return { refused: 'invoice_paid' } as const
  const stopped = turns.stopped()
  if (stopped) throw stopped
  const failure = send(running().manager, read, request)
  await turns.commit([writePayment(read, request, failure, now(), options.decided)])
  const saved = await findPayment(db, 'payment_id', request.paymentId)
  if (!saved) throw new Error('The payment is not in the database')
  return { payment: withoutInvoice(saved) }
}

function answerAgain(known: SavedPayment, invoice: string | null): PayAnswer {
  return known.invoice === invoice
    ? { payment: withoutInvoice(known) }
    : { refused: 'payment_id_used' }
}

function withoutInvoice({ invoice: _, ...payment }: SavedPayment): Payment {
  return payment
}
