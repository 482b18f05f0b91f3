import { type FirstStep, type FirstStepSide, firstStepSides } from '@mille/api/constants.ts'
import {
  createFirstStepsStores,
  type FirstStepList,
  type FirstStepsView,
  type LoadedFirstSteps
} from '@mille/stores/first-steps/first-steps.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import { formatMoment, formatPeriod } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { useWhileVisible } from '../page/use-while-visible.ts'
import styles from './first-steps.module.css'
import { firstStepsMessages as messages } from './first-steps-messages.ts'

const refreshMs = 10_000
/** How long finished checklists are on a visible page until they count as seen. */
const seenMs = 5_000

/** What a new account can do, then checklists that tick by themselves while the page is visible. */
export function FirstSteps({ loaded }: { loaded: LoadedFirstSteps }) {
  const stores = useStores(createFirstStepsStores, loaded)
  const view = useStore(stores.$view)
  const isDone = useStore(stores.$isDone)
  const problem = useStore(stores.$problem)
  const ticked = useStore(stores.$ticked)
  useWhileVisible(view.kind === 'none' || isDone ? null : stores.refresh, refreshMs)
  useWhileVisible(isDone ? stores.finish : null, seenMs)
  if (view.kind === 'none') return null
  if (view.kind === 'choices') return <Choices onChoose={stores.choose} />
  return (
    <Card
      title={messages.title}
      description={isDone ? messages.finished : messages.progress(view.done, view.total)}
      actions={
        <IconButton
          icon="close"
          size="small"
          label={messages.dismiss}
          onClick={() => void stores.dismiss()}
        />
      }
    >
      <div className={layout.stack}>
        <ProblemNotice problem={problem} />
        <Lists view={view} isDone={isDone} />
        <VisuallyHidden role="status">{ticked && messages.steps[ticked].done}</VisuallyHidden>
      </div>
    </Card>
  )
}

const choiceLinks = {
  advertiser: '/campaigns/quick',
  publisher: '/ad-units/quick',
  seller: '/marketplace/become_publisher'
} as const satisfies Record<FirstStepSide, string>

function Choices({ onChoose }: { onChoose: (side: FirstStepSide) => Promise<void> }) {
  return (
    <section className={layout.tight} aria-labelledby="first-choices">
      <h2 id="first-choices" className={styles.heading}>
        {messages.choices}
      </h2>
      <div className={styles.choices}>
        {firstStepSides.map(side => (
          <Card key={side} title={messages.sides[side].title} level={3}>
            <div className={styles.choice}>
              <p>{messages.sides[side].text}</p>
              <Button href={choiceLinks[side]} onClick={() => void onChoose(side)}>
                {messages.sides[side].action}
              </Button>
            </div>
          </Card>
        ))}
      </div>
    </section>
  )
}

/** While something is left to do, a finished checklist is one line, with its steps behind it. */
function Lists({ view, isDone }: { view: FirstStepsView & { kind: 'lists' }; isDone: boolean }) {
  return view.lists.map(list => {
    const title = list.side === 'account' ? messages.account : messages.sides[list.side].title
    const steps = (
      <ol className={styles.steps}>
        {list.steps.map(step => (
          <Step key={step.step} {...step} subject={list.subject_id} />
        ))}
      </ol>
    )
    const isFinished = !isDone && list.steps.every(it => it.done_at !== null)
    return (
      <section key={list.side} className={layout.tight}>
        <h3 className={styles.side}>{title}</h3>
        {isFinished ? (
          <details className={layout.more}>
            <summary>{messages.finishedList}</summary>
            {steps}
          </details>
        ) : (
          steps
        )}
      </section>
    )
  })
}

type StepProps = FirstStepList['steps'][number] & { subject: string | null }

function Step({ step, done_at, done_until, subject }: StepProps) {
  const words = messages.steps[step]
  if (done_at !== null) {
    return (
      <li className={styles.step}>
        <span className={styles.doneMark}>
          <Icon name="check" label={messages.isDone} />
        </span>
        <div className={styles.words}>
          <span className={styles.label}>{words.done}</span>
          <span className={styles.text}>
            {done_until === null ? formatMoment(done_at) : formatPeriod(done_at, done_until)}
          </span>
        </div>
      </li>
    )
  }
  const link = linkOf(step, subject)
  return (
    <li className={styles.step}>
      <span className={styles.mark}>
        <VisuallyHidden>{messages.open}</VisuallyHidden>
      </span>
      <div className={styles.words}>
        <span className={styles.label}>{words.label}</span>
        <span className={styles.text}>{words.text}</span>
      </div>
      {link && (
        <Link href={link.href} className={styles.link}>
          {link.text}
        </Link>
      )}
    </li>
  )
}

/** Returns the link to where a step is done; null if that is about a thing that does not exist yet. */
function linkOf(step: FirstStep, subject: string | null): { href: string; text: string } | null {
  // A site without an ad unit has no code yet.
  const needed = step === 'code_seen' && subject === null ? 'ad_unit_added' : step
  const href = pathOf(needed, subject)
  return href === null ? null : { href, text: messages.steps[needed].link }
}

function pathOf(step: FirstStep, subject: string | null): string | null {
  const within = (folder: string, page = '') =>
    subject === null ? null : `/${folder}/${subject}${page}`
  switch (step) {
    case 'campaign_created':
      return choiceLinks.advertiser
    case 'money_added':
      return '/finances/deposit'
    case 'ad_approved':
    case 'ad_viewed':
      return within('campaigns')
    case 'ad_unit_added':
      return choiceLinks.publisher
    case 'code_seen':
      return within('ad-units', '/placement')
    case 'unit_viewed':
      return within('ad-units')
    case 'payout_address_set':
      return '/finances/withdraw'
    case 'offer_created':
      return choiceLinks.seller
    case 'offer_approved':
      return within('publication_offers')
    case 'order_received':
      return '/publication_orders'
    case 'way_back_saved':
      return '/settings'
  }
}
