import { z } from 'zod'
import { ratings } from '../constants.ts'
import { languages } from '../reference-data/languages.ts'
import { document, httpUrl, resource } from '../schema.ts'

/** Why nothing can be proposed for an ad that leads to the page. */
const pageProblems = [
  /** No web server answers at the address, or not in time. */
  'unreachable',
  /** The address leads to a private network, or to a port or protocol that is not allowed. */
  'blocked_address',
  /** The server answers with another status than 200. */
  'error_status',
  /** There is a file instead of a page, such as a picture or a PDF. */
  'not_a_page',
  /** The page takes too long to read, although only its first megabyte is read. */
  'too_large'
] as const

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
    /** What is wrong with the page, as a code. `not_a_page` can be reached, but there is nothing to read. */
    problem_code: z.enum(pageProblems).nullable(),
    title: z.string().nullable(),
    /** The language that the page declares, if campaigns support it. */
    language: z.enum(languages).nullable(),
    /** Categories detected from the text of the page, the most certain first. */
    category_ids: z.array(z.string()),
    /** The content rating that advertisers will want to know about the page. */
    rating: z.enum(ratings).nullable(),
    /** A headline for an ad that leads to the page, from the page's title, cut after a word to a headline's length. */
    headline: z.string().nullable(),
    /** A text for such an ad, from the page's description. */
    text: z.string().nullable()
  })
)
export const pageAnalysisDocument = document(pageAnalysis)
