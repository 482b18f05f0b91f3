/** Styles of the API reference page, which is served without the dashboard. */
export const referenceStyle = `
:root { color-scheme: light dark; --paper: light-dark(oklch(98.5% 0.005 85), oklch(18% 0.02 260));
  --ink: light-dark(oklch(20% 0.02 260), oklch(94% 0.01 85)); --soft: light-dark(oklch(45% 0.02 260), oklch(72% 0.02 85));
  --line: light-dark(oklch(88% 0.01 85), oklch(32% 0.02 260)); --link: light-dark(oklch(42% 0.12 60), oklch(80% 0.14 70)); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, nav, main { max-inline-size: 60rem; margin-inline: auto; padding-inline: 16px; }
header { padding-block-start: 32px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; }
nav a { display: inline-block; padding-block: 4px; }
h1, h2 { line-height: 1.2; }
h2 { margin-block: 48px 0; padding-block-end: 8px; border-block-end: 1px solid var(--line); }
h3 { margin-block: 32px 4px; font-size: 1rem; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover, h3 a:focus-visible { text-decoration: underline; }
p { margin-block: 4px 12px; overflow-wrap: anywhere; }
small { color: var(--soft); font-size: inherit; }
a { color: var(--link); }
code, b { font-family: ui-monospace, monospace; font-size: 0.9em; }
table { inline-size: 100%; margin-block-end: 12px; border-collapse: collapse; table-layout: fixed; }
caption { text-align: start; color: var(--soft); }
th, td { padding: 4px 8px 4px 0; border-block-start: 1px solid var(--line); text-align: start; vertical-align: top;
  font-weight: normal; overflow-wrap: anywhere; }
@media (max-width: 40rem) { td, th { display: block; padding-inline-end: 0; } td { border: 0; padding-block-start: 0; } }
:target { scroll-margin-block-start: 16px; }
`
