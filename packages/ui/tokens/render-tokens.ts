import { type Color, colors, others, spaceSteps, textSizes } from './tokens.ts'

/** Returns a color as CSS text. */
export function renderColor([lightness, chroma, hue, alpha]: Color): string {
  const opacity = alpha === undefined ? '' : ` / ${alpha}`
  return `oklch(${lightness} ${chroma} ${hue}${opacity})`
}

/**
 * Renders every token as a custom property on `root`. A page uses `:root`, a widget `:host`; the attribute `data-theme`
 * on that element overrides the system's choice.
 */
export function renderTokens(root: ':root' | ':host'): string {
  const properties = [
    ...Object.entries(colors).map(
      ([name, { light, dark }]) =>
        [name, `light-dark(${renderColor(light)}, ${renderColor(dark)})`] as const
    ),
    ...Object.entries(textSizes).flatMap(([name, { size, line }]) => [
      [`text-${name}`, `${size}rem`] as const,
      [`line-${name}`, `${line}`] as const
    ]),
    ...spaceSteps.map(step => [`space-${step}`, `${step / 4}rem`] as const),
    ...Object.entries(others)
  ]
  const themed = (theme: string) =>
    root === ':root' ? `:root[data-theme="${theme}"]` : `:host([data-theme="${theme}"])`
  return [
    `${root} {`,
    '  color-scheme: light dark;',
    ...properties.map(writeProperty),
    '}',
    ...['light', 'dark'].map(theme => `${themed(theme)} {\n  color-scheme: ${theme};\n}`),
    ''
  ].join('\n')
}

/** Breaks a line where the formatter would, so that the generated file passes its check. */
function writeProperty([name, value]: readonly [name: string, value: string]): string {
  const line = `  --mille-${name}: ${value};`
  return line.length <= 100 ? line : `  --mille-${name}:\n    ${value};`
}
