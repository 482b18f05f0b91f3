import type { LegalConsent } from '@mille/api/legal/endpoints.ts'
import type { Attention, AttentionItem } from '@mille/stores/attention/attention.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Fragment, useState } from 'react'
import { campaignMessages } from '../campaigns/campaign-messages.ts'
import { legalTitles } from '../legal/messages.ts'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { attentionText } from './attention-messages.ts'
import { overviewMessages as messages } from './messages.ts'

const shownItems = 10

export type AttentionCardProps = {
  attention: Attention
  isNew: boolean
  /** Records that the account agrees to the current versions of legal pages. */
  onAgree: (consents: readonly LegalConsent[]) => Promise<unknown>
}

/** What the account's owner has to do, then what is not running for another reason, or else that everything runs. */
export function AttentionCard({ attention, isNew, onAgree }: AttentionCardProps) {
  const { consents, needs, notes, isRunning } = attention
  const all = [...needs, ...notes]
  const shown = all.slice(0, shownItems)
  const idle = isNew ? messages.nothingYet : messages.notRunning
  return (
    <Card title={messages.attention}>
      {all.length + consents.length === 0 ? (
        <p>{isRunning ? messages.running : idle}</p>
      ) : (
        <ul className={layout.tight}>
          <LegalItem consents={consents} onAgree={onAgree} />
          {shown.map((item, index) => (
            <Item key={`${item.kind} ${item.id}`} item={item} isNote={index >= needs.length} />
          ))}
          {all.length > shown.length && (
            <li className={layout.soft}>{messages.more(all.length - shown.length)}</li>
          )}
        </ul>
      )}
    </Card>
  )
}

function Item({ item, isNote }: { item: AttentionItem; isNote: boolean }) {
  return (
    <li className={isNote ? layout.soft : undefined}>
      <Link href={item.href}>{item.name ?? `${campaignMessages.untitled} ${item.id}`}</Link>{' '}
      {attentionText(item)}
    </li>
  )
}

type LegalItemProps = Pick<AttentionCardProps, 'onAgree'> & { consents: readonly LegalConsent[] }

/** The legal pages that changed in one line, with the button that agrees to the versions that it links to. */
function LegalItem({ consents, onAgree }: LegalItemProps) {
  const [isSaving, setIsSaving] = useState(false)
  const pages = consents.map(it => it.attributes)
  const [first] = pages
  if (first === undefined) return null
  const which = pages.length > 1 ? 'both' : first.kind
  const changedAt =
    pages
      .map(it => it.published_at)
      .toSorted()
      .at(-1) ?? ''
  async function agree() {
    setIsSaving(true)
    await onAgree(consents)
    setIsSaving(false)
  }
  return (
    <li>
      {pages.map(({ kind, version }, index) => (
        <Fragment key={kind}>
          {index > 0 && messages.and}
          <Link href={`/legal/${kind}?version=${version}`}>{legalTitles[kind]}</Link>
        </Fragment>
      ))}{' '}
      {messages.changed[which](formatMoment(changedAt))}{' '}
      <Button size="small" isLoading={isSaving} onClick={() => void agree()}>
        {messages.agree[which]}
      </Button>
    </li>
  )
}
