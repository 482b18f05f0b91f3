import { type ConsentKind, consentKinds } from '@mille/api/constants.ts'
import type { Attention, AttentionItem } from '@mille/stores/attention/attention.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useState } from 'react'
import { campaignMessages } from '../campaigns/campaign-messages.ts'
import { legalTitles } from '../legal/messages.ts'
import layout from '../page/layout.module.css'
import { attentionText } from './attention-messages.ts'
import { overviewMessages as messages } from './messages.ts'

const shownItems = 10

export type AttentionCardProps = {
  attention: Attention
  isNew: boolean
  /** Records that the account agrees to a version of a legal page. */
  onAgree: (kind: ConsentKind, version: number) => Promise<unknown>
}

/** What the account's owner has to do, then what is not running for another reason, or else that everything runs. */
export function AttentionCard({ attention, isNew, onAgree }: AttentionCardProps) {
  const { needs, notes, isRunning } = attention
  const all = [...needs, ...notes]
  const shown = all.slice(0, shownItems)
  const idle = isNew ? messages.nothingYet : messages.notRunning
  return (
    <Card title={messages.attention}>
      {all.length === 0 ? (
        <p>{isRunning ? messages.running : idle}</p>
      ) : (
        <ul className={layout.tight}>
          {shown.map((item, index) => (
            <Item
              key={`${item.kind} ${item.id}`}
              item={item}
              isNote={index >= needs.length}
              onAgree={onAgree}
            />
          ))}
          {all.length > shown.length && (
            <li className={layout.soft}>{messages.more(all.length - shown.length)}</li>
          )}
        </ul>
      )}
    </Card>
  )
}

type ItemProps = Pick<AttentionCardProps, 'onAgree'> & { item: AttentionItem; isNote: boolean }

function Item({ item, isNote, onAgree }: ItemProps) {
  const kind = consentKinds.find(it => item.kind === `${it}_changed`)
  if (kind !== undefined) return <LegalItem kind={kind} item={item} onAgree={onAgree} />
  return (
    <li className={isNote ? layout.soft : undefined}>
      <Link href={item.href}>{item.name ?? `${campaignMessages.untitled} ${item.id}`}</Link>{' '}
      {attentionText(item)}
    </li>
  )
}

type LegalItemProps = Pick<AttentionCardProps, 'onAgree'> & {
  kind: ConsentKind
  item: AttentionItem
}

/** A legal page that changed, with the button that agrees to it. */
function LegalItem({ kind, item, onAgree }: LegalItemProps) {
  const [isSaving, setIsSaving] = useState(false)
  async function agree() {
    setIsSaving(true)
    await onAgree(kind, Number(item.id))
    setIsSaving(false)
  }
  return (
    <li>
      <Link href={item.href}>{legalTitles[kind]}</Link> {attentionText(item)}{' '}
      <Button size="small" isLoading={isSaving} onClick={() => void agree()}>
        {messages.agree[kind]}
      </Button>
    </li>
  )
}
