import { fillMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import type { Api } from '@mille/api/client.ts'
import type { PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { atom } from 'nanostores'
import { createPageAnalysisStores } from '../page-analysis/page-analysis.ts'
import { completeWebAddress } from '../shared/web-address.ts'
import { type CampaignDraft, emptyCampaignDraft } from './campaign-rules.ts'
import { wizardLanguages } from './stored-creative.ts'

const proposedNames = ['link_text', 'creative_text', 'language', 'rating'] as const
type ProposedName = (typeof proposedNames)[number]

type CampaignDraftPart = {
  $draft: { get: () => CampaignDraft }
  change: (patch: Partial<CampaignDraft>) => void
}

/**
 * Proposes headline, text, language and subject of an ad from the page that it links to. Only fields that are empty or
 * still contain an earlier proposal are filled, never what a person typed or chose.
 */
export function createPageProposalStores(
  api: Pick<Api, 'pageAnalyses'>,
  { $draft, change }: CampaignDraftPart
) {
  const { $analysis, analyse, cancel } = createPageAnalysisStores(api)
  /** Names of the fields that the last reading filled. */
  const $filled = atom<readonly ProposedName[]>([])
  let asked = ''

  const addressOf = (link: string) => fillMacros(completeWebAddress(link), sampleValues)

  /** Whether the page behind the link in the draft was not asked for yet. */
  function isUnread(): boolean {
    const { creative_link, proposal } = $draft.get()
    const address = addressOf(creative_link)
    return address !== '' && address !== asked && address !== proposal.page_url
  }

  /** Reads the page behind the link in the draft, and fills the fields. */
  async function read(): Promise<void> {
    const address = addressOf($draft.get().creative_link)
    if (address === '') return
    asked = address
    $filled.set([])
    const found = await analyse(address)
    if (found !== null && found.problem_code === null) fill(address, found)
  }

  function fill(page_url: string, found: PageAnalysis['attributes']): void {
    const proposed: Pick<CampaignDraft, ProposedName> = {
      link_text: found.headline ?? '',
      creative_text: found.text ?? '',
      language: wizardLanguages.find(it => it === found.language) ?? emptyCampaignDraft.language,
      rating: found.rating ?? 'none'
    }
    const names = proposedNames.filter(isFree)
    const { chosen } = $draft.get().proposal
    const patch = Object.fromEntries(names.map(name => [name, proposed[name]]))
    change({ ...patch, proposal: { ...proposed, page_url, chosen } })
    $filled.set(names.filter(name => proposed[name] !== emptyCampaignDraft[name]))
  }

  /** Whether a field contains nothing that a person typed or chose. */
  function isFree(name: ProposedName): boolean {
    const draft = $draft.get()
    const before = draft.proposal
    // In the wizard, people pass the language and the subject, so their defaults were accepted there.
    const isPassed = before.page_url === '' && draft.reached > 0
    if (name === 'language' || name === 'rating')
      return !isPassed && !before.chosen.includes(name) && draft[name] === before[name]
    return draft[name].trim() === '' || draft[name] === before[name]
  }

  return {
    $analysis,
    $filled,
    isUnread,
    read,
    /** Forgets the reading of another address, because the link was changed. */
    forget() {
      asked = ''
      cancel()
      $filled.set([])
    },
    /** Changes the draft by a person's choice, which no later proposal replaces. */
    choose(patch: Partial<CampaignDraft>) {
      const { proposal } = $draft.get()
      const chosen = [...new Set([...proposal.chosen, ...Object.keys(patch)])]
      change({ ...patch, proposal: { ...proposal, chosen } })
    }
  }
}
