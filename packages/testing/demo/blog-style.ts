export const blogStyle = `
  :root { color-scheme: light dark; --paper: light-dark(#fdfcf8, #17181b); --ink: light-dark(#23211c, #e6e3da); --faint: light-dark(#6d685c, #a5a093); --line: light-dark(#e4dfd2, #33342f); }
  body { margin: 0 auto; max-inline-size: 62rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 Georgia, 'Times New Roman', serif; }
  a { color: inherit; }
  header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; border-block-end: 1px solid var(--line); padding-block-end: 1rem; margin-block-end: 1.5rem; }
  header a { font-size: 1.75rem; font-weight: 700; text-decoration: none; }
  header p, .date, footer { color: var(--faint); margin: 0; font-size: .9375rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 2.5rem; align-items: start; }
  main > article { margin-block-end: 2.5rem; }
  h1, h2 { line-height: 1.2; margin: 0 0 .25rem; }
  aside { display: grid; gap: 1.5rem; justify-items: start; }
  .ad { display: block; border: 0; }
  .leader { block-size: 90px; margin-block-end: 2rem; }
  .phone { display: none; block-size: 50px; margin-block-end: 1.5rem; }
  .ad-728x90 { inline-size: 728px; block-size: 90px; }
  .ad-320x50 { inline-size: 320px; block-size: 50px; }
  .ad-300x250 { inline-size: 300px; block-size: 250px; }
  .ad-Adaptive { inline-size: 100%; block-size: 100px; margin-block: 2rem; }
  footer { border-block-start: 1px solid var(--line); padding-block-start: 1rem; margin-block-start: 2rem; }
  @media (max-width: 800px) { .columns { grid-template-columns: minmax(0, 1fr); } .leader { display: none; } .phone { display: block; } }
`
