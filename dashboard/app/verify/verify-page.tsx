import {
  createBillVerificationStores,
  type Finding,
  type Verification
} from '@mille/stores/bill-verification/bill-verification.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FileDrop, type FileDropItem } from '@mille/ui/file-drop/file-drop.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import programUrl from '@mille/verifier/verify_bill.py?url'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { verifyMessages as messages } from './messages.ts'
import { startWorker } from './start-worker.ts'
import styles from './verify-page.module.css'

export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function VerifyPage() {
  const stores = useStores(createStores, null)
  const verification = useStore(stores.$verification)
  const [bill, setBill] = useState<File | null>(null)
  const [kept, setKept] = useState<{ name: string; text: string } | null>(null)
  // The worker's script loads with the page, so that verification also works offline.
  useEffect(() => {
    if (!isOwnDocument()) return location.reload()
    stores.prepare()
    return () => stores.stop()
  }, [stores])
  // The bill and the checkpoint may be chosen in any order. A changed checkpoint verifies the bill again.
  useEffect(() => {
    if (bill) stores.verify(bill, kept?.text ?? null)
  }, [stores, bill, kept])
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      <div className={`${layout.columns} ${layout.even}`}>
        <div className={layout.stack}>
          <FileDrop
            label={messages.bill}
            help={messages.billHelp}
            onFiles={([file]) => file && setBill(file)}
          />
          <FileDrop
            label={messages.kept}
            help={messages.keptHelp}
            items={kept ? [keptItem(kept.name, bill !== null)] : []}
            onFiles={([file]) => {
              if (file) void file.text().then(text => setKept({ name: file.name, text }))
            }}
            onRemove={() => setKept(null)}
          />
        </div>
        <VerificationResult verification={verification} onStop={stores.stop} />
      </div>
      <Card title={messages.own}>
        <div className={layout.stack}>
          <p>{messages.ownText}</p>
          <div>
            <Button href={programUrl} download="verify_bill.py">
              {messages.program}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

function keptItem(name: string, hasBill: boolean): FileDropItem {
  return { id: 'kept', name, state: 'ready', detail: hasBill ? undefined : messages.keptAlone }
}

const results = {
  right: { tone: 'success', title: messages.good, text: null },
  wrong: { tone: 'alarm', title: messages.wrong, text: null },
  unverified: { tone: 'warning', title: messages.unverified, text: messages.unverifiedText }
} as const

type ResultProps = { verification: Verification; onStop: () => void }

/** The progress and result of the verification. */
export function VerificationResult({ verification, onStop }: ResultProps) {
  if (verification.kind === 'idle') return <p className={layout.soft}>{messages.key}</p>
  const { said } = verification
  return (
    <div className={layout.stack}>
      {verification.kind === 'running' ? (
        <>
          <Progress label={messages.running(verification.name)} value={verification.part} />
          <div>
            <Button onClick={onStop}>{messages.stop}</Button>
          </div>
        </>
      ) : (
        <Notice
          isLive
          tone={results[verification.result].tone}
          title={results[verification.result].title}
        >
          {verification.problem ?? results[verification.result].text ?? verification.name}
        </Notice>
      )}
      <Findings title={messages.checks} of={said.filter(it => it.kind === 'verified')} />
      <Findings title={messages.notChecked} of={said.filter(it => it.kind === 'unverified')} />
      <Findings title={messages.compare} of={said.filter(it => it.kind === 'compare')} />
    </div>
  )
}

function Findings({ title, of }: { title: string; of: readonly Finding[] }) {
  if (of.length === 0) return null
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.checks}>
        {of.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns whether this document was loaded from its own address. Only then does it have the content security policy
 * that permits a worker.
 */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === location.pathname
}

function createStores() {
  const storage = typeof localStorage === 'undefined' ? null : localStorage
  return createBillVerificationStores(startWorker, storage)
}
