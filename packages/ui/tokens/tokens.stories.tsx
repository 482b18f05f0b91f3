import type { CSSProperties, ReactNode } from 'react'
import preview from '../../../.storybook/preview.tsx'
import { inFrame, rightToLeft, stack } from '../shared/story-frame.tsx'
import { measureContrast } from './contrast.ts'
import { contrastPairs } from './contrast-pairs.ts'
import { renderColor } from './render-tokens.ts'
import { type ColorName, colors, others, spaceSteps, textSizes } from './tokens.ts'

const description =
  'Everything that the interface and the widgets are drawn with. A color is a pair, one for light and one for dark, and always used by its name: `var(--mille-ink)`.'

const meta = preview.meta({
  title: 'Foundations/Tokens',
  parameters: { docs: { description: { component: description } } },
  decorators: [inFrame('72rem')]
})

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const meanings: Record<string, ColorName[]> = {
  'Grounds, from the page up': ['sunken', 'paper', 'surface', 'hover', 'overlay'],
  'Text and lines': ['ink', 'ink-soft', 'ink-faint', 'line', 'line-strong'],
  'The main action': ['accent', 'accent-hover', 'accent-ink', 'accent-text', 'accent-soft'],
  'Money and states, always with an icon or a word': [
    'positive',
    'positive-soft',
    'negative',
    'negative-soft',
    'warning',
    'warning-soft',
    'info',
    'info-soft'
  ],
  'What cannot be undone': ['danger', 'danger-hover', 'danger-ink'],
  'Charts, told apart by lightness too': ['chart-1', 'chart-2']
}

/** Shows each color in both themes side by side, regardless of the story's theme. */
export const Colors = meta.story({
  render: () => (
    <div style={stack}>
      {Object.entries(meanings).map(([meaning, names]) => (
        <Table key={meaning} title={meaning} heads={['Name', 'Light', 'Dark']}>
          {names.map(name => (
            <tr key={name}>
              <td style={cell}>
                <code>--mille-{name}</code>
              </td>
              {themes.map(theme => (
                <td key={theme}>
                  <Swatch name={name} theme={theme} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      ))}
    </div>
  )
})

/**
 * Shows the color pairs of WCAG 2.2: 7 to 1 is AAA, 4.5 to 1 is AA for text, 3 to 1 is for non-text. A test checks each
 * pair.
 */
export const Contrast = meta.story({
  render: () => (
    <Table title="What is written on what" heads={['Pair', 'Needs', 'Light', 'Dark']}>
      {contrastPairs.map(([text, ground, ratio]) => (
        <tr key={`${text} ${ground}`}>
          <td style={cell}>
            <code>
              {text} on {ground}
            </code>
          </td>
          <td style={cell}>{ratio} : 1</td>
          {themes.map(theme => (
            <td key={theme} style={cell}>
              <Sample {...{ text, ground, ratio, theme }} />
              {measureContrast(colors[text][theme], colors[ground][theme]).toFixed(1)} : 1
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
})

export const Type = meta.story({
  render: () => (
    <div style={stack}>
      {Object.entries(textSizes).map(([name, { size, line }]) => (
        <div key={name}>
          <div
            style={{
              fontSize: `var(--mille-text-${name})`,
              lineHeight: `var(--mille-line-${name})`
            }}
          >
            A thousand views, 0.00125000 BTC
          </div>
          <code>
            --mille-text-{name}: {size * 16} px, --mille-line-{name}: {line}
          </code>
        </div>
      ))}
    </div>
  )
})

export const Space = meta.story({
  render: () => (
    <div style={stack}>
      {spaceSteps.map(step => (
        <div key={step} style={{ display: 'flex', gap: '1rem', alignItems: 'center' }}>
          <code style={{ inlineSize: '14rem' }}>
            --mille-space-{step}: {step * 4} px
          </code>
          <span
            style={{
              inlineSize: `var(--mille-space-${step})`,
              blockSize: '1rem',
              background: 'var(--mille-accent)'
            }}
          />
        </div>
      ))}
    </div>
  )
})

/** Shows the radius, the shadow, the fonts, the layers and the motion times; motion is off for users who reduce it. */
export const Others = meta.story({
  render: () => (
    <div style={stack}>
      <div
        style={{
          padding: '2rem',
          borderRadius: 'var(--mille-radius)',
          background: 'var(--mille-surface)',
          boxShadow: 'var(--mille-shadow)'
        }}
      >
        One radius, one shadow
      </div>
      {Object.entries(others).map(([name, value]) => (
        <code key={name} style={{ overflowWrap: 'anywhere' }}>
          --mille-{name}: {value}
        </code>
      ))}
    </div>
  )
})
export const RightToLeft = Type.extend(rightToLeft)

const cell = { padding: '0.25rem 1rem 0.25rem 0', whiteSpace: 'nowrap' } satisfies CSSProperties

type SampleProps = { text: ColorName; ground: ColorName; ratio: number; theme: Theme }

/** Shows text if the pair is text on a background, or a block if it is a line or a bar. */
function Sample({ text, ground, ratio, theme }: SampleProps) {
  const color = renderColor(colors[text][theme])
  return (
    <span
      style={{
        display: 'inline-grid',
        placeContent: 'center',
        inlineSize: '5rem',
        blockSize: '2rem',
        marginInlineEnd: '0.75rem',
        border: '1px solid var(--mille-line)',
        borderRadius: 'var(--mille-radius)',
        color,
        background: renderColor(colors[ground][theme])
      }}
    >
      {ratio > 3 ? (
        '1,250 BTC'
      ) : (
        <span style={{ inlineSize: '2.5rem', blockSize: '0.5rem', background: color }} />
      )}
    </span>
  )
}

function Table({
  title,
  heads,
  children
}: {
  title: string
  heads: string[]
  children: ReactNode
}) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <table style={{ borderSpacing: 0, textAlign: 'start' }}>
        <caption style={{ textAlign: 'start', fontWeight: 600, paddingBlock: '0.5rem' }}>
          {title}
        </caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col" style={{ ...cell, textAlign: 'start' }}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Swatch({ name, theme }: { name: ColorName; theme: Theme }) {
  const value = renderColor(colors[name][theme])
  return (
    <span style={{ ...cell, display: 'flex', gap: '0.75rem', alignItems: 'center' }}>
      <span
        style={{
          inlineSize: '3rem',
          blockSize: '2rem',
          flex: 'none',
          border: '1px solid var(--mille-line)',
          borderRadius: 'var(--mille-radius)',
          background: value
        }}
      />
      <code>{value}</code>
    </span>
  )
}
