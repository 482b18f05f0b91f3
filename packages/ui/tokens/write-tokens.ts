import { writeFileSync } from 'node:fs'
import { renderTokensFile, tokensFile } from './tokens-file.ts'

writeFileSync(tokensFile, renderTokensFile())
