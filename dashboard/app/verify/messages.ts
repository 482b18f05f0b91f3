export const verifyMessages = {
  title: 'Verify a bill',
  description:
    'Checks every charge and every view of a bill against the public log. The file stays on your device: nothing is uploaded. The page reads the entries of the public log; without a connection it says what it could not verify.',
  bill: 'Bill',
  billHelp: 'The file that you downloaded from a campaign’s or an ad unit’s statements.',
  kept: 'Kept checkpoint or older bill',
  keptHelp:
    'Optional. It shows whether the log was rewritten since. The bill has to be downloaded for that checkpoint.',
  keptAlone: 'Nothing is verified yet: choose the bill too.',
  running: (name: string) => `Verifying ${name}`,
  stop: 'Stop',
  good: 'The bill is right',
  wrong: 'The bill is wrong',
  unverified: 'The bill is not verified',
  unverifiedText: 'Nothing is wrong, but not everything could be verified.',
  checks: 'What was verified',
  notChecked: 'What could not be verified',
  compare: 'Compare with your own record',
  own: 'Verify it with a program of your own',
  ownText:
    'This page comes from the network that you check. A single Python file does the same, and the format is documented, so that anybody can write another one.',
  program: 'Download verify_bill.py',
  key: 'Compare the key in the first line with the one that the network has published elsewhere, or that you have noted before.'
}
