import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Icon } from './icon.tsx'
import { type IconName, iconShapes } from './icon-shapes.tsx'

const meta = preview.meta({
  title: 'Components/Icon',
  component: Icon,
  args: { name: 'coin' },
  decorators: [inFrame('48rem')]
})

const names = Object.keys(iconShapes) as IconName[]

export const Playground = meta.story({ args: { name: 'coin' } })
export const All = meta.story({
  render: () => (
    <ul
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
        gap: '1rem',
        padding: 0,
        listStyle: 'none'
      }}
    >
      {names.map(name => (
        <li key={name} style={{ display: 'flex', gap: '0.75rem', alignItems: 'center' }}>
          <span style={{ fontSize: '1.25rem', display: 'inline-flex' }}>
            <Icon name={name} />
          </span>
          {name}
        </li>
      ))}
    </ul>
  )
})
export const WithMeaning = meta.story({ args: { name: 'success', label: 'Verified' } })
export const Dark = All.extend(dark)
export const RightToLeft = All.extend(rightToLeft)
