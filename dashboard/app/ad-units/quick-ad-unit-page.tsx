import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { loadCategories, loadSizes } from '../page/loads/offered.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/quick-ad-unit-page.ts'
import type { CreatedUnit } from './quick-code.tsx'
import { QuickDraft } from './quick-draft.tsx'
import { quickAdUnitMessages as messages } from './quick-messages.ts'
import type { Offered } from './step-props.ts'

const QuickCode = lazyPart(async () => (await import('./quick-code.tsx')).QuickCode)

type Loaded = { created: CreatedUnit } | { created: null; offered: Offered }

async function load(args: LoadArgs): Promise<Loaded> {
  const id = unitOf(new URL(args.request.url))
  if (id !== null) return { created: await loadCreated(args, id) }
  const [sizes, categories] = await Promise.all([loadSizes(args), loadCategories(args)])
  return { created: null, offered: { sizes, categories } }
}

async function loadCreated(args: LoadArgs, id: string): Promise<CreatedUnit> {
  const { api } = args.context.get(pageContext)
  const [unit, code, counted] = await Promise.all([
    api.adUnits.readAdUnit({ id }),
    api.adUnits.readAdUnitCode({ id }),
    api.statistics.readAdUnitStatistics({ id })
  ])
  const { data } = answerOf(unit, args)
  const siteId = data.relationships.site.data?.id
  return {
    unit: data,
    code: answerOf(code, args).data.attributes,
    site:
      siteId === undefined ? null : answerOf(await api.sites.readSite({ id: siteId }), args).data,
    // The code is shown even if the counts cannot be read.
    counts: counted.ok ? counted.value.data.attributes.total : null
  }
}

/** Returns the ID of the created unit that an address of this page shows; null for the screens before. */
const unitOf = ({ searchParams }: URL) =>
  searchParams.get('step') === 'code' ? searchParams.get('unit') : null

export const loader = load
export const clientLoader = load
/** The screens before the unit is created load nothing that differs between them. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  unitOf(currentUrl) !== null || unitOf(nextUrl) !== null
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

/** A new ad unit in three screens, each with its own address: the page, how the ad looks, and the code. */
export default function QuickAdUnitPage({ loaderData }: Route.ComponentProps) {
  const { created } = loaderData
  // The draft's state ends with the unit: going back begins another one.
  return created === null ? (
    <QuickDraft {...loaderData.offered} />
  ) : (
    <QuickCode key={created.unit.id} {...created} />
  )
}
