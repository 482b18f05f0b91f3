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
  unitKinds
} from '../constants.ts'
import { unitSizes } from '../reference-data/banner-sizes.ts'
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
  /** The screen type decides which sizes the owner is offered. The ad is shown on every device. */
  screen_type: z.enum(screenTypes),
  ad_type: z.enum(adTypes),
  disallowed_ratings: z.array(z.enum(ratings)).max(ratings.length),
  impressions: z.coerce.number().int().min(0).max(1_000_000_000),
  settings: embedSettings,
  fallback: z.enum(unitFallbacks),
  fallback_url: httpUrl.nullable(),
  floor: z.object({ asset, net_cpm: positiveAmountInput }).nullable()
}

/**
 * Input for a new ad unit of a site. The page's site must already be added, and the unit serves ads once the site is
 * verified.
 */
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
  /**
   * The page that `frame` shows, with `https:` and on a public host. It is kept while the fallback is another one. Null
   * removes it.
   */
  fallback_url: fields.fallback_url.optional(),
  /** The minimum price. Null removes it. */
  floor: fields.floor.optional()
})
export const adUnitInput = z.object({ id: idInput })
export const listInput = z.object(pageInput)
export const codeInput = z.object({ id: idInput })
/** If `page_url` is missing, the page of the ad unit is checked. */
export const checkCodeInput = z.object({ id: idInput, page_url: httpUrl.optional() })

export const embedCode = z.object({
  /** A module script and the ad element. This form measures viewability. */
  script: z.string(),
  /** The part for the page's head: loads the script and preloads the ad. */
  head: z.string(),
  /** The part for the place of the ad: the element alone. */
  place: z.string(),
  /**
   * The whole code with a class instead of a style attribute, for pages whose content security policy forbids style
   * attributes.
   */
  script_with_class: z.string(),
  style: z.string(),
  /** The code as an iframe, which works without scripts. */
  iframe: z.string(),
  /** “Your ad here” as a separate link, for a unit whose invitation is outside the ad. */
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
    fallback_url: z.string().nullable(),
    /**
     * The minimum price that the ad unit accepts for 1,000 billable views, after the network’s fee, in units of 1e-8.
     */
    floor: z.object({ asset, net_cpm: units }).nullable(),
    /** Amounts earned so far that are still on the ad unit, by asset. */
    balances: z.object({ BTC: units, USD: units }),
    created_at: moment
  }),
  z.object({ site: toOne('sites') })
)

/** The possible results of a code check, the best first. */
const codeCheckStates = [
  'found',
  /** The unit is on the page, but the problems in `findings` keep its ads from being shown or counted correctly. */
  'found_with_problems',
  'without_script',
  'other_unit',
  'not_found',
  'unreachable'
] as const
/** The problems that a code check can find in a unit's code on a page. */
const codeFindingCodes = [
  /** The script has no `type="module"`, so browsers cannot run it. */
  'module_missing',
  /** No script of the network is on the page, so the element stays empty. */
  'script_missing',
  /** The script is loaded over `http:` although the network uses `https:`, or the reverse. */
  'scheme_differs',
  /** The page uses `https:` and the network uses `http:`, which browsers block. */
  'mixed_content',
  /**
   * `<mille-ad … />`: HTML has no self-closing custom elements, so the content after it becomes part of the element.
   */
  'self_closed',
  /** `</mille-ad>` is missing, so the content after it becomes part of the element. */
  'not_closed',
  /** `size` differs from the unit’s size, or the style leaves less than 90 % of the width of its banners. */
  'size_differs',
  /** `unit` is missing, empty, or not a number. */
  'unit_missing',
  /** The unit is on the page more than once. */
  'unit_repeated',
  /** `server` names another network. */
  'other_server',
  /** The preload line has another address than the ad's request, so each view causes two requests. */
  'preload_differs',
  /** The element is hidden by its own attributes. */
  'hidden',
  /**
   * The code is inactive, because it is inside a comment, `template` or `noscript`. `detail` says which: `comment`,
   * `template` or `noscript`.
   */
  'inactive',
  /**
   * A `Content-Security-Policy` forbids the script, the ads, their pictures or the frame. `detail` is the directive.
   */
  'policy_blocks'
] as const
export const codeFinding = z.object({
  code: z.enum(codeFindingCodes),
  detail: z.string().nullable(),
  /**
   * The faulty tag or policy directive on the page, at most 300 characters. Null if something is missing from the page.
   */
  line: z.string().nullable(),
  /**
   * The text that should replace `line`. Null if there is nothing to paste, for example if the line must be removed.
   */
  replacement: z.string().nullable()
})
export const codeCheck = resource(
  'code_checks',
  z.object({
    page_url: z.string(),
    state: z.enum(codeCheckStates),
    /** The form of the unit's code on the page. */
    form: z.enum(['script', 'iframe']).nullable(),
    /** The problems to fix, at most ten. Empty if the state is `found`. */
    findings: z.array(codeFinding),
    /** Ids of other units whose code is on the page. */
    other_unit_ids: z.array(z.string()),
    /** Why the page is unreachable, as the end of a sentence that starts with the page's address. */
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
