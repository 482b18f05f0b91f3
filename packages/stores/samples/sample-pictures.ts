import type { Banner } from '@mille/api/banners/endpoints.ts'

/** Returns a picture of the given size as a data URL, which needs no server. */
function samplePictureSource(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#c8ccd6"/><circle cx="30%" cy="40%" r="12%" fill="#e8a33d"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export function drawnBanner(id: string, width = 300, height = 250): Banner {
  return {
    type: 'banners',
    id,
    attributes: {
      file_name: `spring-${width}.png`,
      width,
      height,
      size: `${width}x${height}`,
      source: samplePictureSource(width, height)
    }
  }
}
