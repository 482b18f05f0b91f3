import { campaignNameLength } from '@mille/api/constants.ts'
import {
  campaignTitle,
  campaignDetailMessages as messages,
  type Titled
} from './campaign-messages.ts'

/** What a copy is called until its owner says otherwise. A character of two code units is never cut in half. */
export function copyTitle(campaign: Titled): string {
  const { copySuffix } = messages
  const title = campaignTitle(campaign)
    .slice(0, campaignNameLength - copySuffix.length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
  return title + copySuffix
}
