import type { CodeCheck, CodeFinding } from '@mille/api/ad-units/endpoints.ts'

export const codeCheckMessages = {
  page: 'Is the code on the page?',
  help: 'We fetch this page once, without running its scripts, and look for this unit.',
  check: 'Check the page',
  again: 'Check again',
  titles: {
    found: 'The code is on the page',
    found_with_problems: 'The code is on the page, but something is wrong',
    without_script: 'The script is missing',
    other_unit: 'The page has the code of another unit',
    not_found: 'The code is not on the page',
    unreachable: 'The page could not be read'
  } satisfies Record<CodeCheck['attributes']['state'], string>,
  found: (page: string, isFrame: boolean) =>
    isFrame
      ? `${page} contains this unit in the form without scripts.`
      : `${page} contains this unit and its script.`,
  texts: {
    found_with_problems: (id: string) =>
      `The page contains unit ${id}. Make these changes, publish the page, and check it again.`,
    without_script: (id: string) =>
      `The element of unit ${id} is on the page, but its script is missing: paste the line with the script too. If your own bundle defines the element, you can ignore this.`,
    other_unit: (id: string) =>
      `The page contains code from this network, but not for unit ${id}. Check the number in the code that you pasted.`,
    not_found: (id: string) =>
      `The HTML of the page does not contain unit ${id}. Check that the page is saved and published, and that its cache is cleared. If the page is rendered by a script, the code may still be there: look for its first views in a few minutes.`
  },
  unreachable: (page: string, problem: string) => `${page} ${problem}.`,
  findings: {
    module_missing:
      'The script has no type="module", so browsers refuse to run it. Replace the script tag with this line.',
    script_missing: 'Add this line: without the script, the ad is never loaded.',
    scheme_differs:
      'The address begins with another scheme than the network’s own, so browsers may block it. Replace the tag with this line.',
    mixed_content:
      'The page uses HTTPS and the network uses HTTP. Browsers block that. Ask the operator of the network to set up HTTPS.',
    self_closed:
      'Browsers ignore the slash at the end of this tag, so everything after it becomes part of the ad. Replace the tag with this line.',
    not_closed:
      'The closing tag is missing, so everything after it becomes part of the ad. Replace the tag with this line.',
    size_differs: 'The size is not the size of this unit. Replace the element with this line.',
    unit_missing:
      'The element does not contain a unit number. Replace the element with this line, with straight quotation marks.',
    unit_repeated:
      'The unit is on the page more than once. Remove this one, or create another unit for it.',
    other_server:
      'The attribute server leads to another network. Replace the element with this line.',
    preload_differs:
      'This line preloads an address that the ad does not use, so each view requests an ad twice.',
    hidden: 'The element is hidden, so its ad is never seen. Replace the element with this line.',
    inactive: 'The code is in a part of the page that browsers do not show. Move it out of there.',
    policy_blocks:
      'The Content-Security-Policy of the page blocks the network. Change this directive, in the header or the meta tag that sets it.'
  } satisfies Record<CodeFinding['code'], string>,
  nonce:
    'The Content-Security-Policy of the page allows only scripts with a nonce. Add the nonce of the page to the script tag.',
  remove: 'Remove it.',
  onPage: 'On the page:',
  change: 'Change it to',
  add: 'Add',
  others: 'Also on the page:',
  unit: (id: string) => `unit ${id}`
}
