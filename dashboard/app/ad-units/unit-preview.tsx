import type { Decision } from '@mille/api/delivery/protocol.ts'
import { dimensions, type UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Field } from '@mille/ui/field/field.tsx'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import layout from '../page/layout.module.css'
import { Scaled } from '../page/scaled.tsx'
import { adUnitDetailMessages as messages } from './messages.ts'
import styles from './unit-preview.module.css'

/** Measures of an adaptive unit, in CSS pixels. `height` is its height if the page sets none. */
const adaptive = { minWidth: 120, maxWidth: 970, height: 90, presets: [320, 468, 728, 970] }
const tallest = 600
/**
 * Minimum height of the page on which a sticky unit is shown, and the page's height beyond a tall unit, in CSS pixels.
 */
const page = { minHeight: 320, room: 80 }

export type UnitPreviewProps = {
  size: UnitSize
  decision: Decision
  /** Maximum height, in CSS pixels. A taller unit is drawn smaller. */
  maxHeight?: number
}

/**
 * A unit on a stage, in its real size. On a narrower stage the unit is drawn smaller and the scale is shown. An
 * adaptive unit is as wide as the stage until the user tries another width.
 */
export function UnitPreview({ size, decision, maxHeight = tallest }: UnitPreviewProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [stageWidth, setStageWidth] = useState(adaptive.maxWidth)
  const [triedWidth, setTriedWidth] = useState<number | null>(null)
  // The stage is measured before the first paint, so that the unit does not move visibly.
  useLayoutEffect(() => {
    if (!stage.current) return
    setStageWidth(stage.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setStageWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [])
  const { minWidth, maxWidth } = adaptive
  const fullWidth = Math.max(minWidth, Math.min(stageWidth, maxWidth))
  const isAdaptive = size === 'Adaptive'
  const unit = isAdaptive
    ? { width: triedWidth ?? fullWidth, height: adaptive.height }
    : dimensions(size)
  const isSticky = decision.position === 'sticky'
  const shown = isSticky
    ? {
        width: isAdaptive ? unit.width : Math.max(unit.width, stageWidth),
        height: Math.max(page.minHeight, unit.height + page.room)
      }
    : unit
  return (
    <div className={layout.tight}>
      <div className={styles.stage}>
        <div ref={stage} className={styles.room}>
          <Scaled
            {...shown}
            maxHeight={maxHeight}
            caption={messages.previewSize(unit.width, unit.height)}
            isCentered
          >
            <AdPreview decision={decision} />
          </Scaled>
        </div>
      </div>
      {isAdaptive && <WidthControl width={unit.width} onChange={setTriedWidth} />}
    </div>
  )
}

type WidthControlProps = { width: number; onChange: (width: number) => void }

function WidthControl({ width, onChange }: WidthControlProps) {
  const { minWidth, maxWidth, presets } = adaptive
  return (
    <>
      <Field label={messages.previewWidth} help={messages.previewWidthHelp}>
        {control => (
          <input
            {...control}
            className={styles.slider}
            type="range"
            min={minWidth}
            max={maxWidth}
            value={width}
            aria-valuetext={messages.pixels(width)}
            onChange={event => onChange(event.target.valueAsNumber)}
          />
        )}
      </Field>
      <div className={layout.row}>
        {presets.map(preset => (
          <Button
            key={preset}
            size="small"
            aria-pressed={width === preset}
            onClick={() => onChange(preset)}
          >
            {messages.pixels(preset)}
          </Button>
        ))}
      </div>
    </>
  )
}
