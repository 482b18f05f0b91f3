export const brandMessages = {
  title: 'Brand',
  text: 'How the network calls itself and looks, on pages and in emails. Changes apply immediately.',
  name: 'Name',
  nameHelp: 'Up to 40 characters. It is in the header, in page titles, and the sender of emails.',
  accent: 'Accent color',
  accentHelp:
    'For the main button, links, and the built-in logo. White text on it must be readable. The dark theme uses a lighter variant. Leave it empty for the built-in color.',
  use: (color: string) => `Use ${color}`,
  logo: 'Logo',
  logoHelp:
    'A still PNG or WebP picture of up to 256 kB, a square or up to four times as wide as high. It is in the header, the browser’s tab, and emails. Choose one that is readable on light and dark backgrounds.',
  currentLogo: 'Current logo',
  removeLogo: 'Remove logo',
  address: 'Support address',
  addressHelp:
    'In the footer of each page, and where replies to emails go. Leave it empty to have none.',
  save: 'Save brand',
  saved: 'Brand saved',
  changed: (who: string, when: string) => `Last changed by ${who}, ${when}.`
}
