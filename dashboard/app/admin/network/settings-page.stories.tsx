import { readBrand, uploadBrandLogo } from '@mille/api/brand/endpoints.ts'
import { type Given, given, refusedField } from '@mille/stores/samples/sample-answer.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './settings-page.tsx'

const states = pageStates({
  page,
  route: 'admin/settings',
  who: 'operator',
  without: { empty: 'It has no list.' }
})

const meta = preview.meta({
  title: 'Pages/Admin settings',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const FeeEstimate = meta.story({
  ...states.phone,
  play: async context => {
    await states.phone.play(context)
    const { canvas, userEvent } = context
    const field = canvas.getByLabelText('Fee')
    await userEvent.clear(field)
    await userEvent.type(field, '15')
    await expect(await canvas.findAllByText('Kept with 15 %')).toHaveLength(2)
  }
})

const logo = {
  id: 'a'.repeat(64),
  source: pictureOf('#0b7a5c'),
  ...{ width: 160, height: 160, icon: pictureOf('#0b7a5c') }
}
const saved = given(readBrand, {
  data: {
    ...{ type: 'brands', id: '1' },
    attributes: { name: 'Acme Ads', accent: null, colors: null, support_address: null, logo }
  }
})

/** A logo that replaces `/media/brand/…`, which exists only on a running network. */
function pictureOf(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="${color}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const ofLogo = (answers: readonly Given[]) =>
  pageStates({ page, route: 'admin/settings', who: 'operator', answers }).full
const chooseFile = (bytes: number) =>
  new File(['x'.repeat(bytes)], 'acme.png', { type: 'image/png' })

const withLogo = ofLogo([saved])
export const LogoSaved = meta.story({
  ...withLogo,
  play: async context => {
    await withLogo.play(context)
    await expect(context.canvas.getByText('Current logo')).toBeVisible()
    await expect(context.canvas.getByRole('button', { name: 'Remove logo' })).toBeEnabled()
  }
})

const chosen = ofLogo([])
export const LogoChosen = meta.story({
  ...chosen,
  play: async context => {
    await chosen.play(context)
    const { canvas, userEvent } = context
    await userEvent.upload(canvas.getByLabelText(/^Logo/), chooseFile(10))
    await expect(await canvas.findByText('acme.png')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save brand' })).toBeEnabled()
  }
})

export const LogoTooLarge = meta.story({
  ...chosen,
  play: async context => {
    await chosen.play(context)
    const { canvas, userEvent } = context
    await userEvent.upload(canvas.getByLabelText(/^Logo/), chooseFile(256_001))
    await expect(await canvas.findByText('The file is larger than 256 kB.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save brand' })).toBeDisabled()
  }
})

const detail = 'The picture is animated. Upload a still one.'
const refusing = ofLogo([refusedField(uploadBrandLogo, 'image', 'logo_animated', detail)])
export const LogoRefused = meta.story({
  ...refusing,
  play: async context => {
    await refusing.play(context)
    const { canvas, userEvent } = context
    await userEvent.upload(canvas.getByLabelText(/^Logo/), chooseFile(10))
    const name = canvas.getByRole('textbox', { name: 'Name' })
    await userEvent.type(name, ' Ads')
    await userEvent.click(canvas.getByRole('button', { name: 'Save brand' }))
    await expect(await canvas.findByText(detail)).toBeVisible()
    await expect(name).toHaveValue('Mille Ads')
  }
})
