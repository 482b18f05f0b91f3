import type { EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import type { AdColors } from '@mille/api/delivery/protocol.ts'

export type ColorName = keyof AdColors

/** Colors as typed; some may be unfinished. */
type TypedColors = EmbedSettings['color']

/** Returns the colors that are complete. */
export function readableColors(colors: TypedColors): AdColors {
  return Object.fromEntries(entriesOf(colors).filter(([, value]) => isColor(value)))
}

/** Returns the names of the colors that are not complete. */
export function unreadableColors(colors: TypedColors): ColorName[] {
  return entriesOf(colors)
    .filter(([, value]) => !isColor(value))
    .map(([name]) => name)
}

/** Returns the colors with another value for one of them. An empty text resets it to that of the page. */
export function withColor(colors: TypedColors, name: ColorName, value: string): TypedColors {
  const { [name]: _, ...rest } = colors
  return value.trim() === '' ? rest : { ...rest, [name]: value.trim() }
}

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

function entriesOf(colors: TypedColors): [ColorName, string][] {
  return Object.entries(colors).filter(([, value]) => value !== undefined) as [ColorName, string][]
}
