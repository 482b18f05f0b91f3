// biome-ignore-all lint/a11y/useSemanticElements: browsers forget the meaning of a table whose rows are laid out as columns
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and names are not reached, but the buttons in them
import {
  dayCount,
  hourCount,
  isHourChosen,
  paintHours,
  type WeekCell,
  type WeekHours
} from '@mille/stores/campaign-draft/week-hours.ts'
import hidden from '@mille/ui/shared/visually-hidden.module.css'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import styles from './hours-grid.module.css'
import { dayNames, hourName, hoursMessages as messages } from './hours-messages.ts'

type HoursGridProps = {
  hours: WeekHours
  onChange: (hours: string[]) => void
  describedBy: string | undefined
}

/** A painting gesture: all hours between `from` and the hour reached are chosen if `isOn`, otherwise cleared. */
type Stroke = { before: WeekHours; from: WeekCell; isOn: boolean }

/** −1 as the hour addresses a day's header; −1 as the day addresses an hour's header. */
const header = -1
const days = Array.from({ length: dayCount }, (_, day) => day)
const hoursOfDay = Array.from({ length: hourCount }, (_, hour) => hour)

/**
 * A grid of the week's hours with a row for each day. If 24 hours do not fit side by side, each day is a column.
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function HoursGrid({ hours, onChange, describedBy }: HoursGridProps) {
  const { current, painting } = usePainting(hours, onChange)
  const placed = (day: number, hour: number) => ({
    type: 'button' as const,
    'data-day': day,
    'data-hour': hour,
    tabIndex: current.day === day && current.hour === hour ? 0 : -1
  })
  return (
    <div className={styles.frame}>
      <div
        role="grid"
        className={styles.grid}
        aria-label={messages.grid}
        aria-describedby={describedBy}
        aria-multiselectable
        {...painting}
      >
        <div role="row" className={styles.row}>
          <span role="columnheader">
            <span className={hidden.hidden}>{messages.day}</span>
          </span>
          {hoursOfDay.map(hour => (
            <span key={hour} role="columnheader" className={styles.header}>
              <button {...placed(header, hour)} aria-label={messages.everyDay(hourName(hour))}>
                {hourName(hour).slice(0, 2)}
              </button>
            </span>
          ))}
        </div>
        {days.map(day => (
          <div key={day} role="row" className={styles.row}>
            <span role="rowheader" className={styles.header}>
              <button {...placed(day, header)} aria-label={messages.wholeDay(shortName(day))}>
                {shortName(day)}
              </button>
            </span>
            {hoursOfDay.map(hour => (
              <button
                key={hour}
                {...placed(day, hour)}
                role="gridcell"
                className={styles.cell}
                aria-label={`${dayNames[day]}, ${hourName(hour)}`}
                aria-selected={isHourChosen(hours, { day, hour })}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Handles mouse, touch and keyboard input on the grid, and tracks the cell that Tab focuses. */
function usePainting(hours: WeekHours, onChange: HoursGridProps['onChange']) {
  const [current, setCurrent] = useState<WeekCell>({ day: 0, hour: 0 })
  const stroke = useRef<Stroke | null>(null)
  /** Whether the current mouse press has already painted, so that the click that follows does not undo it. */
  const isPainted = useRef(false)

  function end() {
    stroke.current = null
  }

  function reach(to: WeekCell) {
    if (!stroke.current) return
    const { before, from, isOn } = stroke.current
    onChange(paintHours(before, [from, to], isOn))
  }

  const painting = {
    onPointerDown({ target, pointerType, button }: PointerEvent) {
      const cell = cellOf(target)
      end()
      // A moving finger must scroll the page, so touch does not paint.
      isPainted.current =
        pointerType !== 'touch' && button === 0 && cell !== null && !isHeader(cell)
      if (!isPainted.current || cell === null) return
      stroke.current = { before: hours, from: cell, isOn: !isHourChosen(hours, cell) }
      reach(cell)
      setCurrent(cell)
    },

    onPointerOver({ target, pointerType, buttons }: PointerEvent) {
      if (pointerType === 'touch') return
      if (buttons !== 1) end()
      const cell = cellOf(target)
      if (cell && !isHeader(cell)) reach(cell)
    },

    /** Handles clicks by touch, keyboard or screen reader. */
    onClick({ target, detail }: MouseEvent) {
      const cell = cellOf(target)
      if (cell === null || (detail > 0 && isPainted.current)) return
      setCurrent(cell)
      onChange(toggleHours(hours, cell))
    },

    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const cell = cellOf(event.target)
      const next = cell && cellAfter(event, cell)
      if (!next) {
        if (event.key !== 'Shift') end()
        return
      }
      event.preventDefault()
      if (!event.shiftKey || isHeader(cell) || isHeader(next)) end()
      else {
        stroke.current ??= { before: hours, from: cell, isOn: isHourChosen(hours, cell) }
        reach(next)
      }
      setCurrent(next)
      event.currentTarget.querySelector<HTMLElement>(selectorOf(next))?.focus()
    },

    onKeyUp({ key }: KeyboardEvent) {
      if (key === 'Shift') end()
    }
  }
  return { current, painting }
}

/** Toggles one hour, or the whole row or column of a header. A partly chosen row or column becomes fully chosen. */
function toggleHours(hours: WeekHours, cell: WeekCell): string[] {
  const area = areaOf(cell)
  const isOn = paintHours(hours, area, true).some((day, index) => day !== hours[index])
  return paintHours(hours, area, isOn)
}

const shortName = (day: number) => dayNames[day]?.slice(0, 3) ?? ''

function cellOf(target: EventTarget): WeekCell | null {
  const { day, hour } =
    (target instanceof Element && target.closest<HTMLElement>('[data-day]')?.dataset) || {}
  return day === undefined || hour === undefined ? null : { day: Number(day), hour: Number(hour) }
}

const selectorOf = ({ day, hour }: WeekCell) => `[data-day="${day}"][data-hour="${hour}"]`

const isHeader = ({ day, hour }: WeekCell) => day === header || hour === header

/** Returns the area of a cell: the hour itself, or the whole row or column of a header. */
function areaOf({ day, hour }: WeekCell): [WeekCell, WeekCell] {
  return [
    { day: Math.max(day, 0), hour: Math.max(hour, 0) },
    { day: day === header ? dayCount - 1 : day, hour: hour === header ? hourCount - 1 : hour }
  ]
}

/**
 * Returns the cell that an arrow key leads to in the visible layout, or null for other keys and for the empty corner.
 */
function cellAfter(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  { day, hour }: WeekCell
): WeekCell | null {
  if (key === 'Home') return { day, hour: 0 }
  if (key === 'End') return { day, hour: hourCount - 1 }
  const { direction, gridAutoFlow } = getComputedStyle(currentTarget)
  const along = direction === 'rtl' ? -1 : 1
  const steps: Record<string, readonly [across: number, down: number]> = {
    ArrowRight: [along, 0],
    ArrowLeft: [-along, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1]
  }
  const step = steps[key]
  if (!step) return null
  const [across, down] = gridAutoFlow === 'column' ? [step[1], step[0]] : step
  const next = {
    day: Math.min(Math.max(day + down, header), dayCount - 1),
    hour: Math.min(Math.max(hour + across, header), hourCount - 1)
  }
  return next.day === header && next.hour === header ? { day, hour } : next
}
