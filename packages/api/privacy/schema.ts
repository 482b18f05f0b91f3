import { z } from 'zod'
import { document, idInput, moment, resource } from '../schema.ts'

/** Every row that the account has, by table; secrets and their hashes are left out. */
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
  /** `1`: what money is left is given up. */
  gives_up_money: z.enum(['0', '1']).default('0')
})
