import { Amount } from '@mille/ui/amount/amount.tsx'
import styles from './ledger-picture.module.css'
import { homeMessages } from './messages.ts'

// The example charge is 0.001 BTC, of which the network keeps a fifth.
const paid = 100_000n
const fee = paid / 5n

const { ledger } = homeMessages

/** One charge as ledger entries: the amount paid equals the amounts received, to the last unit. */
export function LedgerPicture() {
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
