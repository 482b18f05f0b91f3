import type { ManyAction } from '@mille/stores/campaigns/many-campaigns.ts'

const campaigns = (count: number) => (count === 1 ? '1 campaign' : `${count} campaigns`)

export const manyMessages = {
  selectAll: 'Select all shown',
  open: {
    pause: 'Pause',
    resume: 'Resume',
    set_daily_budget: 'Set daily budget',
    archive: 'Archive'
  } satisfies Record<ManyAction, string>,
  archiveTitle: (count: number) => `Archive ${campaigns(count)}?`,
  archiveText:
    'They stop immediately and cannot be restarted. Their statistics are kept, and their unspent money returns to your balance. A campaign that is running has to be paused first.',
  budgetTitle: (count: number) => `Daily budget of ${campaigns(count)}`,
  budgetText:
    'Every selected campaign gets this daily budget. A lower one counts from the next settlement period.',
  budget: 'Daily budget',
  mixed:
    'Some of these campaigns are paid in bitcoin and some in dollars. Select campaigns in one currency.',
  done: {
    pause: (count: number) => `Paused ${campaigns(count)}.`,
    resume: (count: number) => `Resumed ${campaigns(count)}.`,
    archive: (count: number) => `Archived ${campaigns(count)}.`,
    set_daily_budget: (count: number) => `Set the daily budget of ${campaigns(count)}.`
  } satisfies Record<ManyAction, (count: number) => string>,
  unchanged: (count: number) => `Nothing to change in ${campaigns(count)}.`,
  failed: (count: number) =>
    `${campaigns(count)} could not be changed. The reason is shown below the name.`,
  notChanged: 'Not changed:',
  notAll: 'Not all could be changed',
  notDone: 'The campaigns that are still selected were not changed',
  notUndone: 'Not undone',
  undo: 'Undo',
  undone: 'Undone'
}
