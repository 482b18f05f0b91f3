import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Button } from './button.tsx'

const meta = preview.meta({
  title: 'Components/Button',
  component: Button,
  args: { children: 'Create campaign', onClick: fn() },
  argTypes: {
    variant: { control: 'inline-radio', options: ['primary', 'secondary', 'quiet', 'danger'] },
    size: { control: 'inline-radio', options: ['medium', 'small'] },
    icon: { control: 'select', options: ['plus', 'pause', 'copy', 'trash'] },
    isWide: { control: 'boolean' },
    isLoading: { control: 'boolean' },
    disabled: { control: 'boolean' }
  },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Primary = meta.story({ args: { variant: 'primary', icon: 'plus' } })
export const Secondary = meta.story({})
export const Quiet = meta.story({ args: { variant: 'quiet' } })
export const Danger = meta.story({ args: { variant: 'danger', children: 'Delete the ad unit' } })
export const Small = meta.story({ args: { size: 'small', icon: 'copy', children: 'Copy' } })
export const Disabled = meta.story({ args: { disabled: true } })
export const Wide = meta.story({ args: { isWide: true, variant: 'primary' } })
export const LongText = meta.story({ args: { children: longText } })

export const AsLink = meta.story({
  render: () => (
    <Button href="#campaigns" variant="primary">
      See the campaigns
    </Button>
  ),
  async play({ canvas }) {
    await expect(canvas.getByRole('link')).toHaveAttribute('href', '#campaigns')
  }
})

export const Loading = meta.story({
  args: { variant: 'primary', isLoading: true },
  async play({ args, canvas, userEvent }) {
    const button = canvas.getByRole('button')
    await userEvent.click(button)
    await expect(args.onClick).not.toHaveBeenCalled()
    await expect(button).toHaveFocus()
    await expect(button).toHaveAttribute('aria-busy', 'true')
  }
})

export const AllTogether = meta.story({
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
      <Button variant="primary">Fund campaign</Button>
      <Button icon="pause">Pause</Button>
      <Button variant="quiet">Cancel</Button>
      <Button variant="danger" icon="trash">
        Delete
      </Button>
    </div>
  )
})
export const Dark = AllTogether.extend(dark)
export const RightToLeft = AllTogether.extend(rightToLeft)
