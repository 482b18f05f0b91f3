export const earningMessages = {
  title: 'Earnings under review',
  text: 'Earnings that have not been paid to publishers yet: those on hold first, then the largest. Earnings of ad units with a score of 60 or more stay on hold until an operator releases them or confirms the hold with a reason. Earnings of a new ad unit above the slow-start limit wait until its traffic is known.',
  unit: 'Ad unit',
  owner: 'Owner',
  availableAt: 'Available from',
  amount: 'Amount',
  action: 'Decision',
  onHold: (reason: string, since: string) => `On hold since ${since}: ${reason}`,
  hold: 'Hold',
  keep: 'Keep on hold',
  automatic: 'On hold because of its score',
  evidence: (score: number, from: string, until: string, units: number) =>
    units === 1
      ? `Score ${score} for the views from ${from} to ${until}`
      : `Score ${score} for the views of ${units} small ad units of this account and those linked to it together, from ${from} to ${until}`,
  release: 'Release',
  endSlowStart: 'End slow start',
  slowStart: 'Slow start',
  slowStartDays: (good: number, needed: number) => `${good} of ${needed} good days`,
  waiting: (amounts: string) => `${amounts} of this is waiting`,
  takeBack: 'Return to advertisers',
  reason: 'Reason (shown to the publisher)',
  none: 'No earnings are under review',
  noneText: 'All earnings have been paid to the owners of the ad units.',
  questions: {
    hold: {
      title: 'Put the earnings on hold?',
      text: 'Current and future earnings of this ad unit will not be paid to its owner until you release them.'
    },
    take_back: {
      title: 'Return the earnings to advertisers?',
      text: 'All earnings of this ad unit that are under review, and the network fee on them, go back to the advertisers who paid. This cannot be undone.'
    }
  },
  done: {
    hold: 'Earnings put on hold',
    release: 'Earnings released',
    end_slow_start: 'Slow start ended. The ad unit now earns without a limit.',
    take_back: 'Earnings returned to the advertisers'
  }
} as const
