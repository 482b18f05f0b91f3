const secondsText = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)

export const networkMessages = {
  audit: 'Audit log',
  auditText: 'What operators did, newest first. Entries cannot be changed or removed.',
  auditEmpty: 'No entries yet',
  auditEmptyText: 'Every operator decision, adjustment, and reply will appear here.',
  act: 'Action',
  who: 'Who',
  when: 'When',
  outcome: 'Outcome',
  done: 'Done',
  failed: 'Failed',
  cutShort: 'Interrupted',
  commandLine: 'Command line',
  health: 'Health',
  healthText: 'The current status of the network.',
  part: 'Component',
  state: 'Status',
  found: 'Details',
  states: { ok: 'OK', warning: 'Warning', alarm: 'Failing' },
  ledger: 'Ledger',
  ledgerText:
    'Recomputes balances, settlements, and coupons in the background, without interrupting anything. You can leave this page.',
  check: 'Verify the ledger',
  checkAll: 'Verify everything',
  waits: 'Waiting for a worker',
  checking: 'Verifying the ledger',
  checkingAll: 'Verifying everything',
  reached: (part: number, parts: number, seconds: number) =>
    `Part ${part} of ${parts}, ${secondsText(seconds)}`,
  ended: (moment: string, seconds: number) => `Ended on ${moment} after ${secondsText(seconds)}.`,
  checkedAll: 'Everything was checked from the beginning.',
  checkedSince: (moment: string) =>
    `What takes long was checked since ${moment}. Everything before was proven then. Verify everything to check it again.`,
  interrupted: 'The verification was interrupted. Start it again.',
  holds: 'The ledger is consistent',
  broken: 'The ledger is inconsistent',
  refresh: 'Refresh'
}
