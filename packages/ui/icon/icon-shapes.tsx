import type { ReactNode } from 'react'

/** Icon shapes, drawn on a 16 × 16 grid with a 1.5 px stroke. */
export const iconShapes = {
  alert: (
    <>
      <path d="M8 2.2 14.4 13.4H1.6Z" />
      <path d="M8 6.4v3.2M8 11.5v.1" />
    </>
  ),
  'arrow-in': <path d="M12.5 3.5 4 12M4 5.5V12h6.5" />,
  'arrow-out': <path d="M3.5 12.5 12 4M5.5 4H12v6.5" />,
  bell: (
    <>
      <path d="M3 11.5h10c-1-1-1.5-2-1.5-4.5a3.5 3.5 0 0 0-7 0c0 2.5-.5 3.5-1.5 4.5Z" />
      <path d="M6.7 13.7a1.4 1.4 0 0 0 2.6 0" />
    </>
  ),
  chart: <path d="M2 13.5h12M4 11V8M8 11V3M12 11V6" />,
  check: <path d="m2.8 8.6 3.5 3.5 7-7.8" />,
  'chevron-down': <path d="m4 6 4 4 4-4" />,
  'chevron-end': <path d="m6 4 4 4-4 4" />,
  'chevron-start': <path d="M10 4 6 8l4 4" />,
  'chevron-up': <path d="m4 10 4-4 4 4" />,
  click: (
    <>
      <path d="m6.5 6.5 2.4 7 1.4-3 3.2-1.3Z" />
      <path d="M5.5 1.8v1.7M1.8 5.5h1.7M2.9 2.9l1.2 1.2M9.1 2.9 7.9 4.1" />
    </>
  ),
  close: <path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />,
  coin: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.5 5h2a1.4 1.4 0 0 1 0 2.9h-2Zm0 2.9h2.4a1.5 1.5 0 0 1 0 3.1H6.5ZM7.5 3.8V5M7.5 11v1.2" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  external: (
    <path d="M9.5 2.5h4v4M13.5 2.5 7.5 8.5M6.5 3.5h-3a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-3" />
  ),
  eye: (
    <>
      <path d="M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8Z" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.7M8 5v.1" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  monitor: (
    <>
      <rect x="2" y="2.5" width="12" height="8.5" rx="1.5" />
      <path d="M5.5 13.5h5" />
    </>
  ),
  moon: <path d="M13.3 9.6A5.8 5.8 0 0 1 6.4 2.7a5.7 5.7 0 1 0 6.9 6.9Z" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  pending: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 13.8a5.2 5.2 0 0 1 10.4 0" />
    </>
  ),
  picture: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="m2.5 11.5 3.5-3.5 2.5 2.5 2-2 3 3M10.5 6v.1" />
    </>
  ),
  play: <path d="M5 3.2v9.6L12.8 8Z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.2 3.2" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 5h5M11.5 5h2M2.5 11h2M8.5 11h5" />
      <circle cx="9.5" cy="5" r="2" />
      <circle cx="6.5" cy="11" r="2" />
    </>
  ),
  success: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.3 8.3 1.9 1.9 3.6-4.1" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
    </>
  ),
  trash: (
    <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 8.2a1 1 0 0 0 1 .8h4.8a1 1 0 0 0 1-.8l.6-8.2M6.7 7.2v3.6M9.3 7.2v3.6" />
  ),
  upload: <path d="M8 10.5V2.8M4.8 5.8 8 2.6l3.2 3.2M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2" />
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof iconShapes
