export const transparencyMessages = {
  title: 'Bills that you can check',
  description:
    'The public log of this network: every charge is committed to in a log that nobody can rewrite unnoticed. The key, the latest checkpoints, and how to check a bill.',
  lead: 'Every charge of this network is in a public log that can only grow. What it says of a charge cannot be changed afterwards without everybody who kept a copy being able to prove it.',
  whatTitle: 'What the log is',
  what: [
    'When a window of a campaign is settled, a fingerprint of the charge goes into the log: of each view that was paid for, of the terms, of the fee and of what each ad unit got.',
    'The fingerprints give away nothing: not who advertises, not what is paid, not who has seen an ad. Changes of the fee, and ad units that the network excludes or lets in again, are in it for everybody to read.',
    'A signed checkpoint stands for the whole log as it was at one moment. Whoever keeps one can prove later that the log was rewritten, if it ever is.'
  ],
  checkTitle: 'How to check a bill',
  check: [
    'Take the file of your bill. It has each charge with its views, its terms and the proof that it is in the log.',
    'Check it with a program that is not ours. The format is public and built on standards (RFC 6962 and C2SP), so that anybody can write one.',
    'Compare the checkpoint in the file with the one on this page, and with the one that you kept the last time.'
  ],
  cannotTitle: 'What it cannot prove',
  cannot:
    'That a person looked at the screen, and that every report which reached the network was taken down. The log proves that what was charged is what was logged, and that the log is the same for everybody.',
  keyTitle: 'The key',
  keyText:
    'Every checkpoint is signed with it. Programs that follow transparency logs take it as it is.',
  keyLabel: 'Verifier key',
  latestTitle: 'The latest checkpoint',
  latestText: (entries: string, isOne: boolean, at: string) =>
    `${entries} ${isOne ? 'entry' : 'entries'}, signed on ${at}.`,
  latestLabel: 'Checkpoint',
  keepText: 'Keep it: copy it, or download it, and compare the log with it whenever you like.',
  download: 'Download the checkpoint',
  earlierTitle: 'Earlier checkpoints',
  columns: { at: 'Signed', entries: 'Entries', keep: 'Keep' },
  copy: 'Copy',
  copyWhat: (entries: string) => `the checkpoint of ${entries} entries`,
  filesTitle: 'For programs',
  filesText:
    'The whole log is there as files, laid out like other transparency logs (C2SP tlog-tiles).',
  none: 'This network has signed no checkpoint yet. The first one comes with the first start of its server.',
  noneEarlier: 'There are no earlier checkpoints.'
} as const
