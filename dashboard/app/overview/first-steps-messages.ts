import type { FirstStep, FirstStepSide } from '@mille/api/constants.ts'

type StepWords = {
  /** The step as something to do. */
  label: string
  /** The step as something that was done, followed by when. */
  done: string
  /** What happens, in one sentence. */
  text: string
  link: string
}

export const firstStepsMessages = {
  choices: 'What do you want to do first?',
  sides: {
    advertiser: {
      title: 'Advertise',
      text: 'Show an ad on sites that you choose, and pay by the day or for each thousand views.',
      action: 'Create a campaign'
    },
    publisher: {
      title: 'Earn with your site',
      text: 'Put one line of code on your pages, and get paid for the ads that your readers see.',
      action: 'Add an ad unit'
    },
    seller: {
      title: 'Sell articles',
      text: 'Offer to publish articles or notes about others on your site, at a price that you set.',
      action: 'Make an offer'
    }
  } satisfies Record<FirstStepSide, { title: string; text: string; action: string }>,
  account: 'Your account',
  title: 'First steps',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  finished: 'All done. This list will be gone the next time you open this page.',
  finishedList: 'All steps are done',
  dismiss: 'Dismiss the first steps',
  open: 'Not done yet:',
  isDone: 'Done:',
  steps: {
    campaign_created: {
      label: 'Create a campaign',
      done: 'Campaign created',
      text: 'Write your ad, choose where it is shown, and set what you pay.',
      link: 'Create a campaign'
    },
    money_added: {
      label: 'Add money',
      done: 'Money added',
      text: 'Your deposit goes to your balance, from which you fund the campaign.',
      link: 'Make a deposit'
    },
    ad_approved: {
      label: 'Get your ad approved',
      done: 'Ad approved',
      text: 'Submit the campaign, then a reviewer decides and you get a notification.',
      link: 'View the review'
    },
    ad_viewed: {
      label: 'Get the first view',
      done: 'First view counted',
      text: 'The campaign starts by itself when it is approved and funded.',
      link: 'View the campaign'
    },
    ad_unit_added: {
      label: 'Add a site or an ad unit',
      done: 'Site or ad unit added',
      text: 'Choose the page and size of the ad, and which ads you accept.',
      link: 'Add an ad unit'
    },
    code_seen: {
      label: 'Put the code on your page',
      done: 'Code found on a page',
      text: 'Copy the code of the ad unit to your page, and open the page once.',
      link: 'Get the code'
    },
    unit_viewed: {
      label: 'Get the first view',
      done: 'First view counted',
      text: 'When your site is verified and a campaign matches, views of your readers are counted.',
      link: 'View the ad unit'
    },
    payout_address_set: {
      label: 'Set a payout address',
      done: 'Payout address set',
      text: 'Enter your own address for automatic withdrawals, or with your first withdrawal.',
      link: 'Set an address'
    },
    offer_created: {
      label: 'Make an offer',
      done: 'Offer made',
      text: 'Describe what you publish and on which verified site, and set its price.',
      link: 'Make an offer'
    },
    offer_approved: {
      label: 'Get your offer approved',
      done: 'Offer approved',
      text: 'A reviewer decides, and the marketplace then shows the offer.',
      link: 'View the offer'
    },
    order_received: {
      label: 'Get the first order',
      done: 'First order received',
      text: 'You get a notification when someone orders, and the money is set aside until you publish.',
      link: 'View orders'
    },
    way_back_saved: {
      label: 'Save a way back in',
      done: 'Way back in saved',
      text: 'With an email address or a passkey you can still sign in if you lose your access code.',
      link: 'Open settings'
    }
  } satisfies Record<FirstStep, StepWords>
}
