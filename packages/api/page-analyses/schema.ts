import { z } from 'zod'
import { languages, ratings } from '../constants.ts'
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
    /** Why it is not reachable, as the end of a sentence that begins with the address. */
    problem: z.string().nullable(),
    title: z.string().nullable(),
    /** As the page declares it, when campaigns can have it. */
    language: z.enum(languages).nullable(),
    /** What its words are about, the surest first. */
    category_ids: z.array(z.string()),
    /** What advertisers will want to know of it. */
    rating: z.enum(ratings).nullable()
  })
)
export const pageAnalysisDocument = document(pageAnalysis)
