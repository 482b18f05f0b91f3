import { z } from 'zod'
import { legalKinds, legalTextLength } from '../constants.ts'
import { descriptionTree } from '../marketplace/description-schema.ts'
import { document, documentWithMeta, moment, plainText, resource } from '../schema.ts'

const kind = z.enum(legalKinds)
const versionNumber = z.number().int().min(1).max(1_000_000)

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
