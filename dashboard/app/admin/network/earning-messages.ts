export const earningMessages = {
  title: 'Earnings under review',
  text: 'What ad units earned and publishers do not have yet: those on hold first, then the largest. The network holds those with a score of 60 or more until an operator releases them, or keeps them on hold with a reason. What a new ad unit earns above the slow start’s limit waits until its traffic is known.',
  unit: 'Ad unit',
  owner: 'Owner',
  availableAt: 'Available from',
  amount: 'Amount',
  action: 'Decision',
  onHold: (reason: string, since: string) => `On hold since ${since}: ${reason}`,
  hold: 'Hold',
  keep: 'Keep on hold',
  automatic: 'Held by its score',
  release: 'Release',
  endSlowStart: 'End slow start',
  slowStart: 'Slow start',
  slowStartDays: (good: number, needed: number) => `${good} of ${needed} good days`,
  waiting: (amounts: string) => `${amounts} of it waits`,
  takeBack: 'Take back',
  reason: 'Reason, which the publisher reads',
  none: 'Nothing is under review',
  noneText: 'No ad unit has earnings that are still to reach its owner.',
  questions: {
    hold: {
      title: 'Hold the earnings?',
      text: 'Nothing that this ad unit has earned or earns from now on reaches its owner until you release it.'
    },
    take_back: {
      title: 'Take the earnings back?',
      text: 'All that is under review of this ad unit goes back to the advertisers who paid it, with the network’s fee. This cannot be undone.'
    }
  },
  done: {
    hold: 'The earnings are on hold',
    release: 'The earnings are released',
    end_slow_start: 'The ad unit earns without a limit now',
    take_back: 'The earnings went back to the advertisers'
  }
} as const
