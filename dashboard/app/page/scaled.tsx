import { joinClasses } from '@mille/ui/shared/join-classes.ts'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { commonMessages as messages } from './messages.ts'
import styles from './scaled.module.css'

export type ScaledProps = {
  /** Of the content in its real size, in CSS pixels. */
  width: number
  height: number
  /** The tallest content that is drawn as it is, in CSS pixels; taller content is drawn smaller. */
  maxHeight: number
  /** Below the content, before how large it is shown. */
  caption: string
  /** In the middle of its place instead of at its start. */
  isCentered?: boolean
  /** One element, which fills the real size. */
  children: ReactNode
}

/** Content as large as it is where that fits, else as large as fits, and says how large that is. */
export function Scaled({
  width,
  height,
  maxHeight,
  caption,
  isCentered = false,
  children
}: ScaledProps) {
  const stage = useRef<HTMLDivElement>(null)
  const maxWidth = Math.min(width, (maxHeight * width) / height)
  const [scale, setScale] = useState(maxWidth / width)
  // Measured before it is painted: the caption would move when it says more.
  useLayoutEffect(() => {
    if (!stage.current) return
    setScale(stage.current.getBoundingClientRect().width / width)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(entry.contentRect.width / width)
    })
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [width])
  const style = {
    '--content-width': `${width}px`,
    '--content-height': `${height}px`,
    '--content-scale': scale,
    inlineSize: `min(100%, ${maxWidth}px)`,
    aspectRatio: `${width} / ${height}`
  } as CSSProperties
  const percent = Math.round(scale * 100)
  return (
    <figure className={joinClasses(styles.figure, isCentered && styles.centered)}>
      <div ref={stage} className={styles.stage} style={style}>
        <div className={styles.content}>{children}</div>
      </div>
      <figcaption>
        {caption}
        {percent < 100 && messages.shownAt(percent)}
      </figcaption>
    </figure>
  )
}
