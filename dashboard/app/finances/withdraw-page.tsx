import { createAutomaticPayoutStores } from '@mille/stores/payments/automatic-payouts.ts'
import { bitcoinOption } from '@mille/stores/payments/bitcoin-option.ts'
import { createWithdrawalStores } from '@mille/stores/payments/withdrawals.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/withdraw-page.ts'
import { AutomaticPayoutForm } from './automatic-payout-form.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { automaticMessages, withdrawMessages as messages } from './messages.ts'
import { useFreeze } from './use-freeze.ts'
import { WithdrawWays } from './withdraw-ways.tsx'
import { WithdrawalsTable } from './withdrawals-table.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [list, automatic] = await Promise.all([
    api.payments.listWithdrawals(),
    api.payments.listAutomaticPayouts()
  ])
  return {
    list: answerOf(list, args),
    automatic: answerOf(automatic, args).data,
    nowMs: Date.now()
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function WithdrawPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createWithdrawalStores, loaderData.list)
  const automatic = useStores(createAutomaticPayoutStores, loaderData.automatic)
  const withdrawals = useStore(stores.$withdrawals)
  const options = useStore(stores.$options)
  const lightning = useStore(stores.$lightning)
  const records = useStore(stores.$records)
  const problem = useStore(stores.$problem)
  const freeze = useFreeze()
  useEffect(() => stores.watch(), [stores])
  return (
    <FinancesFrame description={messages.description}>
      <ProblemNotice problem={problem} />
      {options.length === 0 && lightning === null ? (
        <Card>
          <EmptyState icon="coin" title={messages.none}>
            {messages.noneText}
          </EmptyState>
        </Card>
      ) : freeze ? null : (
        <WithdrawWays
          stores={stores}
          freezeHours={loaderData.list.meta.freeze_hours}
          nowMs={loaderData.nowMs}
        />
      )}
      {(options.length > 0 || lightning !== null) && (
        <Card title={automaticMessages.title} description={automaticMessages.text}>
          <div className={layout.stack}>
            {options.map(option => (
              <AutomaticPayoutForm
                key={option.token_code}
                stores={automatic}
                option={option}
                lightning={option.token_code === 'BTC' ? lightning : null}
              />
            ))}
            {bitcoinOption(options) === undefined && lightning !== null && (
              <AutomaticPayoutForm stores={automatic} option={null} lightning={lightning} />
            )}
          </div>
        </Card>
      )}
      <Card title={messages.list} isFlush>
        <WithdrawalsTable withdrawals={withdrawals} onCancel={id => void stores.cancel(id)} />
      </Card>
      {withdrawals.length < records && (
        <LoadMore
          shown={withdrawals.length}
          total={records}
          onLoadMore={() => void stores.loadMore()}
        />
      )}
    </FinancesFrame>
  )
}
