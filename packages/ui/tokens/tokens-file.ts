import { renderTokens } from './render-tokens.ts'

export const tokensFile = new URL('./tokens.css', import.meta.url)

export function renderTokensFile(): string {
  return `/* Generated from tokens.ts by \`npm run tokens -w packages/ui\`. Edit tokens.ts instead. */\n${renderTokens(':root')}`
}
