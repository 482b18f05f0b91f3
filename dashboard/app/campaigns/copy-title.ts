import { campaignNameLength } from '@mille/api/constants.ts'
import {
  campaignTitle,
  campaignDetailMessages as messages,
  type Titled
} from './campaign-messages.ts'

/** What a copy is called until its owner says otherwise. A character of two code units is never cut in half. */
export function copyTitle(campaign: Titled): string {
  return messages
    .copyOf(campaignTitle(campaign))
    .slice(0, campaignNameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}
