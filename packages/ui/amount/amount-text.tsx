import { Icon } from '../icon/icon.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './amount.module.css'
import { type AmountProps, OtherText } from './amount.tsx'

type AmountTextProps = {
  /** The amount as text, with its sign and unit, such as `≈ +1,200 sats`. */
  children: string
  direction?: AmountProps['direction']
  /** Text of the exact amount, shown in lighter text beside the amount. */
  other?: string | undefined
}

/** Shows an amount that is not a number of units of an asset, such as a converted one, like an `Amount`. */
export function AmountText({ children, direction, other }: AmountTextProps) {
  return (
    <span className={styles.amount}>
      <span className={joinClasses(styles.main, direction && styles[direction])}>
        {direction && <Icon name={direction === 'in' ? 'arrow-in' : 'arrow-out'} />}
        <bdi dir="ltr">{children}</bdi>
      </span>
      {other !== undefined && <OtherText>{other}</OtherText>}
    </span>
  )
}
