import { assets } from '@mille/money/amount.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { formatDate, formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/statement-page.ts'
import { financeMessages, statementMessages as messages } from './messages.ts'
import styles from './statement.module.css'
import { StatementBill } from './statement-bill.tsx'
import { formatMonth, StatementMonths } from './statement-months.tsx'

/** Maximum number of months in the list. */
const maxMonths = 100

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const search = new URL(args.request.url).searchParams
  const userId = answerOf(await readAccount(), args).data.id
  const listed = await api.finances.listStatements({ userId, 'page[limit]': maxMonths })
  const months = answerOf(listed, args).data
  const newest = months[0]?.attributes
  const month = search.get('month') ?? newest?.month
  if (month === undefined) return { userId, months, statement: null }
  const currency = assets.find(it => it === search.get('currency')) ?? newest?.currency ?? 'BTC'
  const read = await api.finances.readStatement({ userId, month, currency })
  return { userId, months, statement: answerOf(read, args).data.attributes }
}

export const loader = load
export const clientLoader = load

/** The title is also the name of the file when the page is saved as a PDF. */
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData?.statement ? messages.fileTitle(loaderData.statement.number) : messages.title
  )

/** A month of the account as a bill that can be printed, and the list of months. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { userId, months, statement } = loaderData
  return (
    <div className={layout.stack}>
      <PageHeader
        title={statement ? messages.of(formatMonth(statement.month)) : messages.title}
        back={{ href: '/finances/history', label: financeMessages.operations }}
        description={statement ? periodText(statement) : undefined}
        actions={
          statement && (
            <span className={styles.noPrint}>
              <span className={layout.row}>
                <Button href={csvPath(userId, statement)} download>
                  {financeMessages.download}
                </Button>
                <Button onClick={() => window.print()}>{messages.print}</Button>
              </span>
            </span>
          )
        }
      />
      {statement?.state === 'settling' && <Notice>{messages.settling}</Notice>}
      {statement && <StatementBill statement={statement} />}
      <div className={styles.noPrint}>
        <StatementMonths months={months} />
      </div>
    </div>
  )
}

type Statement = NonNullable<Awaited<ReturnType<typeof load>>['statement']>

function periodText({ from, until, state }: Statement): string {
  if (state === 'running') return messages.untilNow(formatDate(from), formatMoment(until))
  return messages.period(formatDate(from), formatDate(lastDayOf({ until })))
}

/** The end of a month is the first moment of the next one. */
const lastDayOf = ({ until }: Pick<Statement, 'until'>) =>
  new Date(Date.parse(until) - 1).toISOString()

function csvPath(userId: string, statement: Statement): string {
  const query = new URLSearchParams({
    'filter[start_date]': statement.from.slice(0, 10),
    'filter[end_date]': lastDayOf(statement).slice(0, 10)
  })
  return `/api/v1/users/${userId}/finances/history.csv?${query}`
}
