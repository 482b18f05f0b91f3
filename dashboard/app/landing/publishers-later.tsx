import type { PublisherTerms } from '@mille/api/earnings/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { DraftPreview } from '../ad-units/draft-preview.tsx'
import layout from '../page/layout.module.css'
import { EarningsCalculator, type Estimate } from './earnings-calculator.tsx'
import styles from './landing.module.css'
import { publishersLater as messages, questionsOf } from './publishers-later-messages.ts'

type PublishersLaterProps = {
  publicUrl: string
  /** Null if they could not be read. */
  terms: PublisherTerms | null
  estimate: Estimate | null
}

/** What publishers get, an ad beside its code, a calculator, the steps, and answers. */
export function PublishersLater({ publicUrl, terms, estimate }: PublishersLaterProps) {
  return (
    <>
      {terms && <Terms terms={terms} />}
      <div className={`${layout.columns} ${layout.even}`}>
        <Look publicUrl={publicUrl} />
        <EarningsCalculator loaded={estimate} />
      </div>
      <section className={layout.stack}>
        <h2>{messages.steps}</h2>
        <ol className={styles.steps}>
          {messages.stepList.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <p className={layout.soft}>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={layout.stack}>
        <h2>{messages.questions}</h2>
        <div>
          {questionsOf(terms).map(([question, answer]) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <p className={layout.prose}>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </>
  )
}

function Terms({ terms }: { terms: PublisherTerms }) {
  const [first, ...others] = terms.withdrawals.map(({ asset, minimum }) => (
    <Amount key={asset} units={BigInt(minimum)} asset={asset} />
  ))
  return (
    <StatTiles>
      <StatTile
        label={messages.share}
        value={messages.percent(terms)}
        detail={messages.shareText}
      />
      <StatTile label={messages.minimum} value={first} detail={others} />
      <StatTile
        label={messages.review}
        value={messages.reviewHours(terms)}
        detail={messages.reviewText(terms)}
      />
    </StatTiles>
  )
}

/** The ad is drawn by the same code as on a publisher's page. */
function Look({ publicUrl }: { publicUrl: string }) {
  const code = `<script type="module" async src="${publicUrl}/embed/v1/ad.js"></script>
<mille-ad unit="12" size="300x250" style="display:block;width:300px;max-width:100%;height:250px;"></mille-ad>`
  return (
    <Card title={messages.look} description={messages.lookText}>
      <div className={layout.stack}>
        <DraftPreview size="300x250" />
        <noscript>
          <p>{messages.withoutScript}</p>
        </noscript>
        <CodeBlock label={messages.code} code={code} />
        <p className={layout.soft}>{messages.codeText}</p>
      </div>
    </Card>
  )
}
