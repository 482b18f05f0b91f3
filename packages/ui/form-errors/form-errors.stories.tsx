import { useState } from 'react'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft, stack } from '../shared/story-frame.tsx'
import { TextField } from '../text-field/text-field.tsx'
import { FormErrors } from './form-errors.tsx'

const meta = preview.meta({
  title: 'Components/Form errors',
  component: FormErrors,
  args: { errors: [] },
  decorators: [inFrame('34rem')]
})

export const Playground = meta.story({})
export const One = meta.story({
  args: { errors: [{ message: 'The email address needs an @.', field: 'email' }] }
})
export const Several = meta.story({
  args: {
    errors: [
      { message: 'The email address needs an @.', field: 'email' },
      { message: 'The network is busy. Nothing was lost. Try again in a minute.' },
      { message: longText, field: 'name' }
    ]
  }
})

export const InForm = meta.story({
  render: function Form() {
    const [attempt, setAttempt] = useState(0)
    return (
      <div style={stack}>
        <FormErrors
          attempt={attempt}
          errors={attempt > 0 ? [{ message: 'Enter a name.', field: 'name' }] : []}
        />
        <TextField label="Name" name="name" error={attempt > 0 ? 'Enter a name.' : undefined} />
        <Button onClick={() => setAttempt(attempt + 1)}>Save</Button>
      </div>
    )
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    const summary = await canvas.findByRole('alert')
    await expect(summary).toHaveFocus()
    await userEvent.click(canvas.getByRole('link', { name: 'Enter a name.' }))
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(summary).toHaveFocus()
  }
})
export const Dark = Several.extend(dark)
export const RightToLeft = Several.extend(rightToLeft)
