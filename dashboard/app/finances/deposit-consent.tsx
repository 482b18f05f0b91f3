import { type ConsentStores, createConsentStores } from '@mille/stores/legal/consent.ts'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { legalTitles } from '../legal/messages.ts'
import { useApi, useApp } from '../page/app-context.tsx'
import { formatDate } from '../page/formats.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import styles from './finances.module.css'
import { depositMessages as messages } from './messages.ts'

/** Reads whether the account has yet to agree to a version of the legal pages. Reads nothing without published terms. */
export function useConsent(): ConsentStores {
  const api = useApi()
  const hasTerms = useApp().legal?.data.some(it => it.id === 'terms') ?? false
  const [stores] = useState(() => createConsentStores(api))
  useEffect(() => {
    if (hasTerms) void stores.load()
  }, [stores, hasTerms])
  return stores
}

/** What the account agrees to with the button below. Shows nothing if it has agreed to the current versions. */
export function DepositConsent({ stores }: { stores: ConsentStores }) {
  const due = useStore(stores.$due)
  const problem = useStore(stores.$problem)
  if (due.length === 0) return null
  return (
    <>
      <Notice isLive>
        {messages.changed}
        <ul className={styles.terms}>
          {due.map(({ attributes: { kind, version, published_at } }) => (
            <li key={kind}>
              <Link href={`/legal/${kind}?version=${version}`} target="_blank">
                {legalTitles[kind]}
              </Link>
              {messages.changedOn(version, formatDate(published_at))}
            </li>
          ))}
        </ul>
      </Notice>
      <ProblemNotice problem={problem} />
    </>
  )
}
