import { z } from 'zod'
import { consentKinds, legalKinds, legalTextLength } from '../constants.ts'
import { descriptionTree } from '../marketplace/description-schema.ts'
import { document, documentWithMeta, moment, plainText, resource } from '../schema.ts'
import { agreedVersions, versionNumber } from './agreed-versions.ts'

const kind = z.enum(legalKinds)

/** Without `version`, the current version is read. */
export const legalPageInput = z.object({
  id: kind,
  version: z.coerce.number().pipe(versionNumber).optional()
})
/** `version` is the number that the text gets: one more than that of the current version. */
export const publishLegalPageInput = z.object({
  kind,
  version: versionNumber,
  /** The text in Markdown, without HTML and pictures. */
  text: plainText(legalTextLength)
})
export const previewLegalPageInput = z.object({ text: plainText(legalTextLength) })

const published = { version: z.number().int(), published_at: moment }
/** The id of a page is its kind. */
const legalPageSummary = resource('legal_pages', z.object(published))
export const legalPageList = documentWithMeta(
  z.array(legalPageSummary),
  z.object({
    /** Address of the source code that the network runs. */
    source_url: z.string()
  })
)
export const legalPageDocument = documentWithMeta(
  resource('legal_pages', z.object({ ...published, tree: descriptionTree })),
  z.object({
    /** The 100 newest versions, newest first. */
    versions: z.array(z.object(published))
  })
)
export const legalText = resource(
  'legal_texts',
  z.object({
    ...published,
    /** The current text in Markdown, exactly as it was typed. */
    text: z.string(),
    /** The 100 newest versions, newest first. */
    versions: z.array(
      z.object({
        ...published,
        published_by: z.string(),
        published_by_name: z.string().nullable()
      })
    )
  })
)
export const legalTextList = document(z.array(legalText))
export const legalTextDocument = document(legalText)
export const legalPagePreview = document(
  resource('legal_page_previews', z.object({ tree: descriptionTree }))
)

export const giveConsentInput = z
  .object(agreedVersions)
  .refine(it => it.terms_version !== undefined || it.privacy_version !== undefined, {
    error: 'is required unless you agree to a version of the privacy policy',
    path: ['terms_version']
  })
const legalConsent = resource(
  'legal_consents',
  z.object({
    kind: z.enum(consentKinds),
    /** The current version and the time at which it was published. */
    version: z.number().int(),
    published_at: moment,
    /** The newest version that the account agreed to. Null if it has not agreed to any. */
    agreed_version: z.number().int().nullable(),
    /** The time at which the account agreed to that version. */
    agreed_at: moment.nullable()
  })
)
/** Has one entry for each page that the account is asked to agree to. The id is the kind of the page. */
export const legalConsentList = document(z.array(legalConsent))
