import { z } from 'zod'
import {
  adFonts,
  adLooks,
  adTypes,
  embedPositions,
  invitationLinks,
  ratings,
  screenTypes,
  stickySides,
  unitFallbacks,
  unitKinds,
  unitSizes
} from '../constants.ts'
import {
  asset,
  document,
  documentWithMeta,
  httpUrl,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  positiveAmountInput,
  related,
  resource,
  toOne,
  units
} from '../schema.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a color such as #1a2b3c')
export const embedSettings = z.object({
  position: z.enum(embedPositions).default('fixed'),
  sticky_side: z.enum(stickySides).default('header'),
  invitation_link: z.enum(invitationLinks).default('internal'),
  look: z.enum(adLooks).default('card'),
  font: z.enum(adFonts).default('own'),
  color: z
    .object({
      background: colour.optional(),
      title: colour.optional(),
      title_hover: colour.optional(),
      text: colour.optional(),
      link: colour.optional(),
      link_hover: colour.optional()
    })
    .default({})
})

const fields = {
  name: plainText(80),
  size: z.enum(unitSizes),
  /** Which sizes its owner is offered. The ad is shown on every device, whichever it is. */
  screen_type: z.enum(screenTypes),
  ad_type: z.enum(adTypes),
  disallowed_ratings: z.array(z.enum(ratings)).max(ratings.length),
  impressions: z.coerce.number().int().min(0).max(1_000_000_000),
  settings: embedSettings,
  fallback: z.enum(unitFallbacks),
  floor: z.object({ asset, net_cpm: positiveAmountInput }).nullable()
}

/** A unit of a site: the page's site must have been added before, and the unit serves once that site is verified. */
export const createAdUnitInput = z.object({
  page_url: httpUrl,
  kind: z.enum(unitKinds).default('site'),
  name: fields.name.optional(),
  size: fields.size.default('Adaptive'),
  screen_type: fields.screen_type.default('desktop'),
  ad_type: fields.ad_type.default('mixed'),
  disallowed_ratings: fields.disallowed_ratings.default(['nsfw']),
  impressions: fields.impressions.default(1_000_000),
  settings: embedSettings.prefault({}),
  floor: fields.floor.default(null)
})
export const updateAdUnitInput = z.object({
  id: idInput,
  name: fields.name.optional(),
  size: fields.size.optional(),
  ad_type: fields.ad_type.optional(),
  disallowed_ratings: fields.disallowed_ratings.optional(),
  settings: fields.settings.optional(),
  fallback: fields.fallback.optional(),
  /** Null removes it. */
  floor: fields.floor.optional()
})
export const adUnitInput = z.object({ id: idInput })
export const listInput = z.object(pageInput)
export const codeInput = z.object({ id: idInput })
/** Without a page, that of the unit. */
export const checkCodeInput = z.object({ id: idInput, page_url: httpUrl.optional() })

export const embedCode = z.object({
  /** A module script and the element: the form that measures viewability. */
  script: z.string(),
  /** The same in two parts, of which this one is for the head of the page: what loads the script and preloads the ad. */
  head: z.string(),
  /** The other part, for the place of the ad: the element alone. */
  place: z.string(),
  /** All of it with a class instead of a style attribute, for pages whose policy forbids it. */
  script_with_class: z.string(),
  style: z.string(),
  /** Works without scripts. */
  iframe: z.string(),
  /** "Your ad here" as a link of its own, for a unit whose invitation is external. */
  invitation: z.string()
})

export const adUnit = related(
  'ad_units',
  z.object({
    name: z.string(),
    page_url: z.string(),
    kind: z.enum(unitKinds),
    state: z.enum(['active', 'archived']),
    size: z.enum(unitSizes),
    screen_type: z.enum(screenTypes),
    ad_type: z.enum(adTypes),
    disallowed_ratings: z.array(z.enum(ratings)),
    impressions: z.number().int(),
    settings: embedSettings,
    fallback: z.enum(unitFallbacks),
    /** The least that the unit takes for 1,000 billable views, after the network’s fee, in units of 1e-8. */
    floor: z.object({ asset, net_cpm: units }).nullable(),
    /** Earned so far and still on the unit, in each asset. */
    balances: z.object({ BTC: units, USD: units }),
    created_at: moment
  }),
  z.object({ site: toOne('sites') })
)

/** What a look at a page can find, the best first. */
const codeCheckStates = [
  'found',
  /** The unit is there, and what `findings` name keeps its ads from showing or counting as they should. */
  'found_with_problems',
  'without_script',
  'other_unit',
  'not_found',
  'unreachable'
] as const
/** What is wrong with the code of a unit on a page. */
const codeFindingCodes = [
  /** The script has no `type="module"`, so that browsers refuse to run it. */
  'module_missing',
  /** No script of the network fills the element. */
  'script_missing',
  /** The script comes by `http:` where the network has `https:`, or the reverse. */
  'scheme_differs',
  /** The page comes by `https:` and the network by `http:`: browsers block that. */
  'mixed_content',
  /** `<mille-ad … />`: HTML knows no such elements, and what follows is read as part of it. */
  'self_closed',
  /** `</mille-ad>` is missing, with the same effect. */
  'not_closed',
  /** `size` is not the unit’s, or the style leaves less than 90 % of the width of its banners. */
  'size_differs',
  /** `unit` is missing, empty, or not a number. */
  'unit_missing',
  /** The unit is on the page more than once. */
  'unit_repeated',
  /** `server` names another network. */
  'other_server',
  /** The line that loads the ad early names another address than the ad does, so that each view asks twice. */
  'preload_differs',
  /** The element’s own attributes hide it. */
  'hidden',
  /** The code is in what `detail` says, `comment`, `template` or `noscript`, and not a part of the page. */
  'inactive',
  /** A Content-Security-Policy forbids the script, the ads, their pictures or the frame; `detail` is the directive. */
  'policy_blocks'
] as const
export const codeFinding = z.object({
  code: z.enum(codeFindingCodes),
  detail: z.string().nullable(),
  /** What is on the page: a tag, or a directive of its policy. At most 300 characters of it. Null where something is missing. */
  line: z.string().nullable(),
  /** What to write in its place; null where there is nothing to paste, as for a line that has to go. */
  replacement: z.string().nullable()
})
export const codeCheck = resource(
  'code_checks',
  z.object({
    page_url: z.string(),
    state: z.enum(codeCheckStates),
    /** The form of the unit's code on the page. */
    form: z.enum(['script', 'iframe']).nullable(),
    /** What to change, at most ten; there are none where the state is `found`. */
    findings: z.array(codeFinding),
    /** Other units whose code is on the page. */
    other_unit_ids: z.array(z.string()),
    /** Why the page is not reachable, as the end of a sentence that begins with its address. */
    problem: z.string().nullable()
  })
)
export const codeCheckDocument = document(codeCheck)

export const adUnitDocument = document(adUnit)
export const adUnitWithCode = documentWithMeta(adUnit, z.object({ code: embedCode }))
export const adUnitList = documentWithMeta(z.array(adUnit), pagination)
export const codeDocument = document(
  z.object({ type: z.literal('ad_unit_codes'), id: z.string(), attributes: embedCode })
)
