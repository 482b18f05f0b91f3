import { z } from 'zod'
import { email } from '../accounts/schema.ts'
import { document, labelText, moment, resource } from '../schema.ts'
import { accentProblem } from './accent.ts'

/** A color such as `#0b57d0`. It is refused if text in it, or white text on it, would be hard to read. */
const accent = z
  .string()
  .trim()
  .toLowerCase()
  .max(7)
  .check(({ value, issues }) => {
    const message = accentProblem(value)
    if (message === null) return
    issues.push({ code: 'custom', input: value, message })
  })

export const changeBrandInput = z.object({
  name: labelText(40).refine(it => it !== '' && !/[<>"\\]/.test(it), {
    error: 'must have 1 to 40 characters, without < > " and \\'
  }),
  accent: accent.nullable(),
  support_address: email.nullable(),
  /** ID from uploading the logo; null for the built-in mark. If it is left out, the logo stays as it is. */
  logo_id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .optional()
})

const pair = z.object({ light: z.string(), dark: z.string() })
const picture = {
  /** Address of the logo, at most 640 × 160 pixels. It never changes its content. */
  source: z.string(),
  width: z.number().int(),
  height: z.number().int()
}
/** The colors as a style sheet for the shadow root of a widget; null for the built-in ones. */
export const brandStyles = z.string().nullable()
const attributes = {
  /** How the network calls itself. */
  name: z.string(),
  /** The color that the operator chose; null for the built-in one. */
  accent: z.string().nullable(),
  /** That color in both themes, with the colors that belong to it. */
  colors: z.object({ accent: pair, hover: pair, ink: pair, text: pair, soft: pair }).nullable(),
  styles: brandStyles.optional(),
  /** Where people can write to, if not in the chat. */
  support_address: z.string().nullable(),
  /** The operator's own logo, and its square icon of 64 pixels; null for the built-in mark. */
  logo: z.object({ id: z.string(), ...picture, icon: z.string() }).nullable()
}
/** There is one, with the id 1. */
export const brandDocument = document(resource('brands', z.object(attributes)))
export const brandHistory = document(
  z.array(
    resource(
      'brand_changes',
      z.object({
        name: z.string(),
        accent: z.string().nullable(),
        support_address: z.string().nullable(),
        logo: z.string().nullable(),
        changed_at: moment,
        changed_by: z.string()
      })
    )
  )
)
export const brandLogoDocument = document(resource('brand_logos', z.object(picture)))
