export const transparencyMessages = {
  title: 'Bills that you can check',
  description:
    'The public log of this network: every charge is recorded in a log that cannot be rewritten without detection. See the key, the latest checkpoints, and how to check a bill.',
  lead: 'Every charge of this network is recorded in a public log that can only grow. If a recorded charge is changed later, anyone who kept a checkpoint can prove it.',
  whatTitle: 'What the log is',
  what: [
    'After each settlement, a fingerprint of every charge is added to the log. It covers each view that was paid for, the terms of the campaign, the fee, and the share of each ad unit.',
    'The fingerprints reveal nothing about advertisers, amounts, or the people who saw an ad. Fee changes and excluded ad units are recorded in plain text.',
    'A signed checkpoint represents the whole log at one moment. If you keep one, you can prove later whether the log was rewritten.'
  ],
  verify: 'Verify a bill',
  books: 'Open books',
  checkTitle: 'How to check a bill',
  check: [
    'Download the file of your bill. It contains each charge with its views, its terms, and the proof that it is in the log.',
    'Check it with a program of your choice. The format is public and based on standards (RFC 6962 and C2SP), so anyone can write a verifier.',
    'Compare the checkpoint in the file with the one on this page, and with the one you kept last time.'
  ],
  cannotTitle: 'What it cannot prove',
  cannot: [
    'The log cannot prove that a person looked at the screen. It proves that what was charged is what was recorded, and that everyone sees the same log.',
    'The log alone cannot show that every report was recorded, so a page can ask for a receipt: a signed promise that a view is billed or rejected with a reason. Anyone can check receipts against the log, and a broken promise is evidence.'
  ],
  keyTitle: 'The key',
  keyText:
    'Every checkpoint is signed with this key. Transparency log tools accept it in this form.',
  keyLabel: 'Verifier key',
  receiptKeyText: 'Receipts are signed with another key, which the log contains.',
  receiptKeyLabel: 'Receipt key',
  latestTitle: 'The latest checkpoint',
  latestText: (entries: string, isOne: boolean, at: string) =>
    `${entries} ${isOne ? 'entry' : 'entries'}, signed on ${at}.`,
  latestLabel: 'Checkpoint',
  keepText: 'Copy or download it, and compare the log with it at any time.',
  download: 'Download the checkpoint',
  earlierTitle: 'Earlier checkpoints',
  columns: { at: 'Signed', entries: 'Entries', keep: 'Keep' },
  copy: 'Copy',
  copyWhat: (entries: string) => `the checkpoint of ${entries} entries`,
  filesTitle: 'For programs',
  filesText:
    'The whole log is available as files in the layout of other transparency logs (C2SP tlog-tiles).',
  none: 'This network has not signed a checkpoint yet. The first one is signed when its server starts.',
  noneEarlier: 'There are no earlier checkpoints.'
} as const

export const anchorMessages = {
  title: 'Anchored in the Bitcoin blockchain',
  text: 'Once a day, the fingerprint of a checkpoint is part of a Bitcoin transaction. It cannot be changed there, not even by this network. It proves that the checkpoint existed when the block was mined.',
  check:
    'To check one, compute the SHA-256 of the three lines of the checkpoint, including their line breaks. The transaction has the result in its OP_RETURN output, after “mille1”.',
  columns: { checkpoint: 'Checkpoint', transaction: 'Transaction', block: 'Block' },
  entries: (entries: string, isOne: boolean) => `${entries} ${isOne ? 'entry' : 'entries'}`,
  lost: 'Lost in a restore from a backup',
  transaction: 'the transaction ID',
  block: 'the block hash',
  waiting: (confirmations: number) =>
    confirmations === 0
      ? 'Waiting for confirmation'
      : `Waiting for confirmation (${confirmations} so far)`,
  download: 'Download the anchors'
} as const
