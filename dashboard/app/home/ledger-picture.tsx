import { shareOf } from '@mille/money/split.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { homeLater } from './later-messages.ts'
import styles from './ledger-picture.module.css'

// The example charge is 0.001 BTC.
const paid = 100_000n

const { ledger } = homeLater

/** One charge as ledger entries: the amount paid equals the amounts received, to the last unit. */
export function LedgerPicture({ feeBasisPoints }: { feeBasisPoints: number }) {
  const fee = shareOf(paid, BigInt(feeBasisPoints), 10_000n)
  return (
    <figure className={styles.ledger}>
      <figcaption className={styles.caption}>
        <strong>{ledger.title}</strong>
        <span>{ledger.text}</span>
      </figcaption>
      <dl className={styles.lines}>
        <div className={styles.line}>
          <dt>{ledger.from}</dt>
          <dd>
            <Amount units={paid} asset="BTC" direction="out" />
          </dd>
        </div>
        <div className={styles.line}>
          <dt>{ledger.to}</dt>
          <dd>
            <Amount units={paid - fee} asset="BTC" direction="in" />
          </dd>
        </div>
        <div className={styles.line}>
          <dt>{ledger.fee}</dt>
          <dd>
            <Amount units={fee} asset="BTC" direction="in" />
          </dd>
        </div>
        <div className={styles.sum}>
          <dt>{ledger.rest}</dt>
          <dd>
            <Amount units={0n} asset="BTC" />
          </dd>
        </div>
      </dl>
    </figure>
  )
}
