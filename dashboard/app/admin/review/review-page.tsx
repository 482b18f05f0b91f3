import { createReviewStores } from '@mille/stores/admin/review-queue.ts'
import { useStores } from '../../page/app-context.tsx'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/review-page.ts'
import { ReviewCard } from './review-card.tsx'
import { reviewMessages as messages } from './review-messages.ts'
import { useUndo } from './use-undo.ts'
import { WaitingPage } from './waiting-page.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.admin.readReviewQueue(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createReviewStores, loaderData)
  useUndo(stores)
  return (
    <WaitingPage messages={messages} stores={stores} keyOf={item => item.creative.id}>
      {item => <ReviewCard item={item} stores={stores} />}
    </WaitingPage>
  )
}
