import { joinClasses } from '@mille/ui/shared/join-classes.ts'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { commonMessages as messages } from './messages.ts'
import styles from './scaled.module.css'

export type ScaledProps = {
  /** Real size of the content, in CSS pixels. */
  width: number
  height: number
  /** Maximum height of unscaled content, in CSS pixels. Taller content is drawn smaller. */
  maxHeight: number
  /** A caption below the content, followed by the scale. */
  caption: string
  /** Centers the content instead of aligning it at the start. */
  isCentered?: boolean
  /** A single element that fills the real size. */
  children: ReactNode
}

/** Draws content in its real size if it fits, and otherwise as large as possible, with the scale in the caption. */
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
  // The stage is measured before the first paint, because the scale in the caption would move the page.
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
