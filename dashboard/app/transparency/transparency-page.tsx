import type { PublicLogCheckpoint } from '@mille/api/public-log/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import type { ReactNode } from 'react'
import { formatCount, formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/transparency-page.ts'
import { AnchorsCard } from './anchors-card.tsx'
import { transparencyMessages as messages } from './messages.ts'

async function load(args: LoadArgs) {
  const { api, publicUrl } = args.context.get(pageContext)
  return { ...answerOf(await api.publicLog.readPublicLog(), args), publicUrl }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

/** Explains the public log in plain words, with everything that people need to verify the network's records. */
export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { key, receipt_key: receiptKey, checkpoints, anchors } = loaderData.data.attributes
  const [latest, ...earlier] = checkpoints
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.lead} />
      <div className={`${layout.columns} ${layout.even}`}>
        <div className={layout.stack}>
          <Words title={messages.whatTitle} paragraphs={messages.what} />
          <Words title={messages.checkTitle} paragraphs={messages.check}>
            <div className={layout.row}>
              <Button href="/verify">{messages.verify}</Button>
              <Button href="/books">{messages.books}</Button>
            </div>
          </Words>
          <Words title={messages.cannotTitle} paragraphs={messages.cannot} />
        </div>
        <div className={layout.stack}>
          {latest && key !== null ? (
            <Latest
              checkpoint={latest}
              verifierKey={key}
              receiptKey={receiptKey}
              publicUrl={loaderData.publicUrl}
            />
          ) : (
            <Notice tone="info">{messages.none}</Notice>
          )}
        </div>
      </div>
      {anchors.length > 0 && <AnchorsCard anchors={anchors} />}
      {latest && (
        <Card title={messages.earlierTitle}>
          <Table
            caption={messages.earlierTitle}
            isCaptionHidden
            columns={columns}
            rows={earlier}
            rowKey={it => `${it.origin} ${it.size}`}
            empty={messages.noneEarlier}
          />
        </Card>
      )}
    </div>
  )
}

type WordsProps = { title: string; paragraphs: readonly string[]; children?: ReactNode }

function Words({ title, paragraphs, children }: WordsProps) {
  return (
    <Card title={title}>
      <div className={layout.tight}>
        {paragraphs.map(it => (
          <p key={it}>{it}</p>
        ))}
        {children}
      </div>
    </Card>
  )
}

type LatestProps = {
  checkpoint: PublicLogCheckpoint
  verifierKey: string
  receiptKey: string | null
  publicUrl: string
}

function Latest({ checkpoint, verifierKey, receiptKey, publicUrl }: LatestProps) {
  const { size, at, note } = checkpoint
  return (
    <>
      <Card title={messages.latestTitle}>
        <div className={layout.tight}>
          <p>{messages.latestText(formatCount(size), size === 1, formatMoment(at))}</p>
          <CodeBlock label={messages.latestLabel} code={note} />
          <p className={layout.soft}>{messages.keepText}</p>
          <div>
            <Button href="/log/checkpoint" download={`checkpoint-${size}.txt`}>
              {messages.download}
            </Button>
          </div>
        </div>
      </Card>
      <Card title={messages.keyTitle}>
        <div className={layout.tight}>
          <p>{messages.keyText}</p>
          <CodeBlock label={messages.keyLabel} code={verifierKey} />
          {receiptKey !== null && (
            <>
              <p>{messages.receiptKeyText}</p>
              <CodeBlock label={messages.receiptKeyLabel} code={receiptKey} />
            </>
          )}
        </div>
      </Card>
      <Card title={messages.filesTitle}>
        <div className={layout.tight}>
          <p>{messages.filesText}</p>
          <CodeBlock label={messages.latestLabel} code={`${publicUrl}/log/checkpoint`} />
        </div>
      </Card>
    </>
  )
}

const columns: TableColumn<PublicLogCheckpoint>[] = [
  {
    id: 'at',
    header: messages.columns.at,
    isRowHeader: true,
    render: ({ at }) => formatMoment(at)
  },
  {
    id: 'entries',
    header: messages.columns.entries,
    align: 'end',
    render: ({ size }) => formatCount(size)
  },
  {
    id: 'keep',
    header: messages.columns.keep,
    align: 'end',
    render: ({ size, note }) => (
      <CopyButton text={note} label={messages.copy} what={messages.copyWhat(formatCount(size))} />
    )
  }
]
