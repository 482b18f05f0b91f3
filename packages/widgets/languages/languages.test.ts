import { readdir } from 'node:fs/promises'
import { languages } from '@mille/api/reference-data/languages.ts'
import { expect, test } from 'vitest'
import { announcementMessages } from '../announcement/announcement-messages.ts'
import { attachedPictureMessages } from '../chat/attached-picture-messages.ts'
import { chatMessages } from '../chat/chat-messages.ts'
import { chatPanelMessages } from '../chat/chat-panel-messages.ts'
import { letterMessages } from '../chat/letter-messages.ts'
import { feedbackMessages } from '../feedback/feedback-messages.ts'
import { agreementMessages } from '../login/agreement-messages.ts'
import { anonymousMessages } from '../login/anonymous-messages.ts'
import { handOffMessages, signInMessages, signInTitles } from '../login/messages.ts'
import { passkeyWayMessages } from '../login/passkey-way-messages.ts'
import { marketplaceMessages } from '../marketplace/marketplace-messages.ts'
import { dialogMessages } from '../shared/dialog-messages.ts'
import { failureWords } from '../shared/failure-words.ts'
import type { Translation } from './translation.ts'

const english: Translation = {
  announcement: announcementMessages,
  feedback: feedbackMessages,
  marketplace: marketplaceMessages,
  chat: {
    ...{ ...chatMessages, ...chatPanelMessages },
    ...{ ...attachedPictureMessages, ...letterMessages, ...dialogMessages }
  },
  login: {
    ...{ ...signInMessages, ...handOffMessages, ...anonymousMessages },
    ...{ ...passkeyWayMessages, ...dialogMessages, ...agreementMessages },
    titles: signInTitles,
    failures: { ...failureWords, other: 'What the server explains, in another language.' }
  }
}
const translated = languages.filter(it => it !== 'en')
const texts = textsOf(english)

/** Texts that may be the same in English and in the translation. */
const international =
  /^(announcement\.types\.(default|warning)|feedback\.label|marketplace\.types\.\w+|chat\.(us|send)|login\.(copy|anonymousText))$/

test('each language of the product but English has its words', async () => {
  const files = await readdir(new URL('.', import.meta.url))
  const names = files.filter(name => /^[a-z]{2}\.ts$/.test(name))
  expect(names.sort()).toEqual(translated.map(it => `${it}.ts`))
})

test.each(translated)('%s has the keys and placeholders of English, and no English', async name => {
  const { translation } = (await import(`../languages/${name}.ts`)) as { translation: Translation }
  const own = textsOf(translation)
  expect(Object.keys(own).sort()).toEqual(Object.keys(texts).sort())
  for (const [key, text] of Object.entries(texts)) {
    const words = own[key] ?? ''
    expect(placeholdersOf(words), key).toEqual(placeholdersOf(text))
    expect(words.match(/[[\]]/g), key).toEqual(text.match(/[[\]]/g))
    expect(words.trim(), key).toBe(words)
    expect(words === '', key).toBe(text === '')
    if (!international.test(key) && text !== '') expect(words, key).not.toBe(text)
    // A translation may be at most about twice as long as the English text.
    expect(words.length, key).toBeLessThan(text.length * 2 + 20)
    expect(words, key).not.toMatch(/["<>]|\.\.\.| {2}/)
  }
  expect(Object.values(own).join('\n')).not.toMatch(/Mille/i)
})

test('the values in a sentence are formatted in every language', () => {
  for (const name of translated) {
    expect(Intl.NumberFormat.supportedLocalesOf(name), name).toEqual([name])
    expect(Intl.DateTimeFormat.supportedLocalesOf(name), name).toEqual([name])
  }
})

/** Returns every text by its path, such as `chat.problems.message_empty`. */
function textsOf(value: object, path = ''): Record<string, string> {
  const parts = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const name = path ? `${path}.${key}` : key
    return typeof inner === 'string' ? { [name]: inner } : textsOf(inner as object, name)
  })
  return Object.assign({}, ...parts) as Record<string, string>
}

function placeholdersOf(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort()
}
