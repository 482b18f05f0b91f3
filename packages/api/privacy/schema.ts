import { z } from 'zod'
import { document, idInput, moment, resource } from '../schema.ts'

/** All rows of the account by table, without secrets and their hashes. */
export const dataExport = document(
  resource(
    'exports',
    z.object({
      at: moment,
      tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
    })
  )
)
export const deleteUserInput = z.object({
  id: idInput,
  /** `1` confirms that the account's owner gives up the remaining money. */
  gives_up_money: z.enum(['0', '1']).default('0')
})
