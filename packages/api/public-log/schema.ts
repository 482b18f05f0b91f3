import { z } from 'zod'
import { document, moment, resource } from '../schema.ts'

const checkpoint = z.object({
  /** The name it is signed under; another one after a restore. */
  origin: z.string(),
  size: z.number().int(),
  at: moment,
  /** The signed note, to be kept as it is. */
  note: z.string()
})

const anchor = z.object({
  /** The checkpoint that it commits to; null where a restored database does not have it. */
  origin: z.string().nullable(),
  size: z.number().int().nullable(),
  /** The whole script of the output, in hexadecimal: it ends with the hash. */
  script: z.string(),
  transaction_id: z.string(),
  signed_at: moment,
  /** Null while it waits for one. */
  block: z.object({ hash: z.string(), height: z.number().int() }).nullable(),
  confirmations: z.number().int(),
  /** Six blocks deep or more. */
  is_confirmed: z.boolean()
})

export const publicLog = resource(
  'public_logs',
  z.object({
    /** Null before the first start of a server. */
    origin: z.string().nullable(),
    /** What programs that check notes take (C2SP signed-note); null as above. */
    key: z.string().nullable(),
    /** Eight digits of it. */
    key_id: z.string().nullable(),
    /** The Ed25519 key that signs receipts, in base64; null before the first delivery process. */
    receipt_key: z.string().nullable(),
    /** The newest first, ten at most. */
    checkpoints: z.array(checkpoint),
    /** In the bitcoin blockchain. The newest first, ten at most. */
    anchors: z.array(anchor)
  })
)
export const publicLogDocument = document(publicLog)
