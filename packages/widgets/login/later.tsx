import { type ComponentType, useEffect, useState } from 'react'
import type { Translated } from '../shared/words.ts'
import { problemText } from './problem-text.ts'

export type LaterProps<Props> = { load: () => Promise<ComponentType<Props>>; props: Props }

/** Component that is loaded when it is first shown, because few visitors need it. */
export function Later<Props extends Translated>({ load, props }: LaterProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    load().then(
      part => setPart(() => part),
      () => setIsLost(true)
    )
  }, [load])
  if (Part) return <Part {...props} />
  return (
    isLost && <p role="alert">{problemText(props.words, { code: 'unreachable', detail: '' })}</p>
  )
}
