import { createCouponStores } from '@mille/stores/coupons/coupons.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useGuardedStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/coupons-page.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponMessages as messages } from './coupon-messages.ts'
import { CouponsTable } from './coupons-table.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return { list: answerOf(await api.coupons.listCoupons(), args), now: Date.now() }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createCouponStores, loaderData)
  const coupons = useStore(stores.$coupons)
  const records = useStore(stores.$records)
  const now = useStore(stores.$now)
  const problem = useStore(stores.$problem)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      <ProblemNotice problem={problem} />
      <div className={layout.columns}>
        <div className={layout.tight}>
          <Card title={messages.title} isFlush>
            <CouponsTable coupons={coupons} now={now} onEnd={id => void stores.expire(id)} />
          </Card>
          {coupons.length < records && (
            <LoadMore
              shown={coupons.length}
              total={records}
              onLoadMore={() => void stores.loadMore()}
            />
          )}
        </div>
        <CouponForm stores={stores} />
      </div>
    </div>
  )
}
