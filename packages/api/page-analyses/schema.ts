import { z } from 'zod'
import { ratings } from '../constants.ts'
import { languages } from '../reference-data/languages.ts'
import { document, httpUrl, resource } from '../schema.ts'

export const pageAnalysisInput = z.object({ page_url: httpUrl })

export const pageAnalysis = resource(
  'page_analyses',
  z.object({
    page_url: z.string(),
    domain_name: z.string(),
    /** Whether another account has verified the site, so that no other account can add it. */
    is_taken: z.boolean(),
    reachable: z.boolean(),
    /** Why the page is not reachable, as the end of a sentence that begins with its address. */
    problem: z.string().nullable(),
    title: z.string().nullable(),
    /** The language that the page declares, if campaigns support it. */
    language: z.enum(languages).nullable(),
    /** Categories detected from the text of the page, the most certain first. */
    category_ids: z.array(z.string()),
    /** The content rating that advertisers will want to know about the page. */
    rating: z.enum(ratings).nullable()
  })
)
export const pageAnalysisDocument = document(pageAnalysis)
