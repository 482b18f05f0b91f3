import type { ReactElement, ReactNode } from 'react'
import { later } from '../shared/later.ts'
import { StandIn, useStandIn } from '../shared/stand-in.tsx'

export type PopoverProps = {
  /** A Button or IconButton that opens the popover. */
  trigger: ReactElement
  title: string
  children: ReactNode
  align?: 'start' | 'end' | undefined
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
}

const box = later(async () => (await import('./popover-box.tsx')).PopoverBox)

/** Overlay for more than a menu and less than a dialog: notifications, an explanation with links. */
export function Popover(props: PopoverProps) {
  const { real: PopoverBox, ref, press } = useStandIn(box)
  if (PopoverBox) return <PopoverBox {...props} triggerRef={ref} />
  return <StandIn trigger={props.trigger} popup="dialog" triggerRef={ref} onPress={press} />
}
