import { campaignNameLength } from '@mille/api/constants.ts'
import {
  campaignTitle,
  campaignDetailMessages as messages,
  type Titled
} from './campaign-messages.ts'

/** Returns the default title of a copied campaign. The cut to the maximum length never splits a surrogate pair. */
export function copyTitle(campaign: Titled): string {
  const { copySuffix } = messages
  const title = campaignTitle(campaign)
    .slice(0, campaignNameLength - copySuffix.length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
  return title + copySuffix
}
