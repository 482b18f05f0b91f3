import type { LandingCheck, LandingPage } from '@mille/api/admin/endpoints.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ForeignLink } from '../../page/navigation/foreign-link.tsx'
import { landingMessages as messages } from './landing-messages.ts'
import styles from './landing-pages.module.css'

/**
 * The page behind a creative's link, if something about it needs attention: what was approved and what is there now if it
 * was exchanged, other sites it leads to, or why it could not be read.
 */
export function LandingPages({ check }: { check: LandingCheck }) {
  const { swap, found, problem, failing_since: since } = check
  if (!swap && problem === null && !found?.leads.length) return null
  return (
    // It has no name, because a queue with several landmarks of one name would be hard to navigate.
    <div className={layout.tight}>
      {swap && (
        <Notice tone="alarm" title={messages.stopped(formatMoment(swap.at))}>
          <ul className={styles.reasons}>
            {swap.reasons.map(it => (
              <li key={it}>{messages.reasons[it]}</li>
            ))}
          </ul>
        </Notice>
      )}
      {problem !== null && (
        <Notice tone="warning" title={messages.unread}>
          {messages.problem(problem, since && formatMoment(since))}
        </Notice>
      )}
      {found && (
        <div className={swap ? `${layout.columns} ${layout.even}` : undefined}>
          {swap && <PageFacts title={messages.approved} page={swap.approved} />}
          <PageFacts title={messages.now} page={found} />
        </div>
      )}
    </div>
  )
}

function PageFacts({ title, page }: { title: string; page: LandingPage }) {
  return (
    <section className={styles.page}>
      <h3 className={styles.heading}>
        {title} <span className={layout.soft}>{formatMoment(page.at)}</span>
      </h3>
      <dl className={styles.facts}>
        <dt>{messages.address}</dt>
        <dd>
          <ForeignLink href={page.url} />
        </dd>
        <dt>{messages.pageTitle}</dt>
        <dd dir="auto">{page.title ?? messages.none}</dd>
        <dt>{messages.text}</dt>
        <dd dir="auto">{page.text === '' ? messages.none : page.text}</dd>
        {page.leads.length > 0 && (
          <>
            <dt>{messages.leads}</dt>
            <dd>
              {page.leads.map(it => (
                <p key={`${it.by} ${it.host}`}>{messages.lead[it.by](it.host)}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
