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
    checkpoints: z.array(checkpoint)
  })
)
export const publicLogDocument = document(publicLog)
