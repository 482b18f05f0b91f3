import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft, stack } from '../shared/story-frame.tsx'
import { colors, others, spaceSteps, textSizes } from './tokens.ts'

const meta = preview.meta({ title: 'Tokens', decorators: [inFrame('60rem')] })

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))',
  gap: '1rem',
  padding: 0,
  listStyle: 'none'
} as const

export const Colors = meta.story({
  render: () => (
    <ul style={grid}>
      {Object.keys(colors).map(name => (
        <li key={name}>
          <div
            style={{
              blockSize: '4rem',
              border: '1px solid var(--mille-line)',
              borderRadius: 'var(--mille-radius)',
              background: `var(--mille-${name})`
            }}
          />
          <code>--mille-{name}</code>
        </li>
      ))}
    </ul>
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
            --mille-text-{name}: {size * 16} px, line {line}
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
export const Dark = Colors.extend(dark)
export const RightToLeft = Type.extend(rightToLeft)
