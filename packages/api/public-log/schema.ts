import { z } from 'zod'
import { document, moment, resource } from '../schema.ts'

const checkpoint = z.object({
  /** The name under which the checkpoint is signed. It changes after a restore. */
  origin: z.string(),
  size: z.number().int(),
  at: moment,
  /** The signed note, which must be stored unchanged. */
  note: z.string()
})

const anchor = z.object({
  /** The checkpoint that the anchor commits to; null if a restored database does not contain it. */
  origin: z.string().nullable(),
  size: z.number().int().nullable(),
  /** The complete script of the transaction output in hexadecimal, which ends with the hash. */
  script: z.string(),
  transaction_id: z.string(),
  signed_at: moment,
  /** The block that contains the transaction; null until there is one. */
  block: z.object({ hash: z.string(), height: z.number().int() }).nullable(),
  confirmations: z.number().int(),
  /** Whether the transaction has at least six confirmations. */
  is_confirmed: z.boolean()
})

export const publicLog = resource(
  'public_logs',
  z.object({
    /** Name under which the log is signed; null before the first start of a server. */
    origin: z.string().nullable(),
    /** Verifier key in the format of C2SP signed-note; null before the first start of a server. */
    key: z.string().nullable(),
    /** The key ID, as eight hexadecimal digits. */
    key_id: z.string().nullable(),
    /** The public Ed25519 key that verifies receipts, in base64; null before the first start of a delivery process. */
    receipt_key: z.string().nullable(),
    /** At most ten checkpoints, newest first. */
    checkpoints: z.array(checkpoint),
    /** At most ten anchors in the bitcoin blockchain, newest first. */
    anchors: z.array(anchor)
  })
)
export const publicLogDocument = document(publicLog)
