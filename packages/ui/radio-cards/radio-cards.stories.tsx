import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { RadioCards } from './radio-cards.tsx'

const Unit = ({ isBanner }: { isBanner: boolean }) => (
  <svg viewBox="0 0 120 64" width="120" aria-hidden="true" fill="none" stroke="currentColor">
    <rect x="0.5" y="0.5" width="119" height="63" rx="3" />
    {isBanner ? (
      <rect x="12" y="14" width="96" height="36" rx="2" fill="var(--mille-accent)" stroke="none" />
    ) : (
      <path d="M14 22h60M14 32h92M14 42h76" strokeWidth="3" stroke="var(--mille-accent)" />
    )}
  </svg>
)

const meta = preview.meta({
  title: 'Components/Radio cards',
  component: RadioCards,
  args: {
    label: 'What is shown',
    onChange: fn(),
    options: [
      {
        value: 'mixed',
        label: 'Both',
        description: 'Whatever pays the most.',
        picture: <Unit isBanner />
      },
      {
        value: 'text',
        label: 'Text',
        description: 'A line that looks like your page.',
        picture: <Unit isBanner={false} />
      },
      {
        value: 'banner',
        label: 'Banners',
        description: 'Pictures in 16 sizes.',
        picture: <Unit isBanner />,
        isDisabled: true
      }
    ]
  },
  decorators: [inFrame('48rem')]
})

export const Playground = meta.story({})
export const Chosen = meta.story({
  args: { defaultValue: 'mixed' },
  async play({ args, canvas, userEvent }) {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect(canvas.getByRole('radio', { name: /^Text/ })).toBeChecked()
    await expect(args.onChange).toHaveBeenCalledWith('text')
  }
})
export const WithError = meta.story({
  args: { error: 'Choose what is shown.', help: 'You can change it later.' }
})
export const LongText = meta.story({
  args: {
    options: [
      { value: 'a', label: longText, description: longText },
      { value: 'b', label: 'Short' }
    ]
  }
})
export const Dark = Chosen.extend(dark)
export const RightToLeft = Chosen.extend(rightToLeft)
