import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Field, FieldGroup } from './field.tsx'

const meta = preview.meta({
  title: 'Components/Field',
  component: Field,
  decorators: [inFrame('26rem')]
})

export const Playground = meta.story({
  render: () => (
    <Field label="Price per 1,000 views" help="The maximum that you pay.">
      {control => <input {...control} type="range" min="0" max="100" />}
    </Field>
  )
})
export const Group = meta.story({
  render: () => (
    <FieldGroup label="Email me about" error="Choose at least one.">
      {() => (
        <label>
          <input type="checkbox" /> Earnings
        </label>
      )}
    </FieldGroup>
  )
})
export const Dark = Group.extend(dark)
export const RightToLeft = Group.extend(rightToLeft)
