import { rootCategoryId } from '@mille/api/reference-data/categories.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { Suspense } from 'react'
import { formatCount } from '../page/formats.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { LookAround } from '../shell/look-around.tsx'
import type { Route } from './+types/ad-solutions-page.ts'
import styles from './landing.module.css'
import { LandingPoints, LandingStart } from './landing-start.tsx'
import { adSolutions as messages } from './messages.ts'

// The server renders these parts with the page; their code loads after the page.
const BudgetCalculator = lazyPart(
  async () => (await import('./budget-calculator.tsx')).BudgetCalculator
)
const SubjectsTable = lazyPart(async () => (await import('./subjects-table.tsx')).SubjectsTable)

async function load({ context }: LoadArgs) {
  const { api } = context.get(pageContext)
  const [sources, sites, looks] = await Promise.all([
    api.trafficSelection.listTrafficSources(),
    api.trafficSelection.listTrafficSelections({ 'page[size]': 1 }),
    api.accounts.listLookArounds()
  ])
  // The page is shown even if its numbers cannot be read.
  const categories = sources.ok
    ? sources.value.data.flatMap(it => (it.type === 'categories' ? it : []))
    : []
  return {
    categories,
    sites: sites.ok ? sites.value.meta.total_records : 0,
    looks: looks.ok ? looks.value.data : []
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function AdSolutionsPage({ loaderData }: Route.ComponentProps) {
  const all = loaderData.categories.find(it => Number(it.id) === rootCategoryId)
  const subjects = loaderData.categories
    .filter(it => it !== all && it.attributes.ad_units_count > 0)
    .sort((one, other) => other.attributes.avg_all_impressions - one.attributes.avg_all_impressions)
  return (
    <div className={styles.page}>
      <LandingStart title={messages.title} lead={messages.lead}>
        <div>
          <Button variant="primary" href="/campaigns/quick">
            {messages.start}
          </Button>
        </div>
        <LookAround looks={loaderData.looks} />
      </LandingStart>
      <StatTiles>
        <StatTile label={messages.sites} value={formatCount(loaderData.sites)} />
        <StatTile label={messages.units} value={formatCount(all?.attributes.ad_units_count ?? 0)} />
        <StatTile
          label={messages.views}
          value={formatCount(all?.attributes.avg_all_impressions ?? 0)}
        />
      </StatTiles>
      <Suspense fallback={null}>
        <BudgetCalculator categories={loaderData.categories} />
      </Suspense>
      <Card title={messages.tableTitle} isFlush>
        <Suspense fallback={null}>
          <SubjectsTable subjects={subjects} />
        </Suspense>
      </Card>
      <LandingPoints points={messages.points} />
    </div>
  )
}
