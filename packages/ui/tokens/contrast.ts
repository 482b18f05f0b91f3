import type { Color } from './tokens.ts'

/** WCAG 2.2 contrast ratio of two opaque colors, 1 to 21. */
export function measureContrast(first: Color, second: Color): number {
  const [darker, lighter] = [measureLuminance(first), measureLuminance(second)].sort(
    (a, b) => a - b
  ) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * Returns the relative luminance of an OKLCH color, using the matrices of Björn Ottosson's Oklab and of sRGB; clipped
 * as on a screen.
 */
function measureLuminance([lightness, chroma, hue]: Color): number {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
