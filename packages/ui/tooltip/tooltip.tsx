import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { type ReactElement, useId } from 'react'
import { joinClasses } from '../shared/join-classes.ts'
import popup from '../shared/popup.module.css'
import styles from './tooltip.module.css'

export type TooltipProps = {
  /** A few words; nothing that cannot be missed, since fingers do not hover. */
  text: string
  /** A button or a link. */
  children: ReactElement
}

/** A few words about the thing under the pointer or the focus. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={300} aria-describedby={id} />
      {/* Described also while closed, for those who move by the keyboard and listen. */}
      <span id={id} hidden>
        {text}
      </span>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className={popup.positioner} sideOffset={6}>
          <BaseTooltip.Popup
            className={joinClasses(popup.popup, styles.tooltip)}
            aria-hidden="true"
          >
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
