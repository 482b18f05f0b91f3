export type Article = { slug: string; title: string; date: string; paragraphs: string[] }

/** Articles of the demo blog. */
export const articles: Article[] = [
  {
    slug: 'notes-on-fees',
    title: 'Notes on fees',
    date: '14 November',
    paragraphs: [
      'A fee is a price for being early. On a quiet Sunday the next block costs a coffee bean; on the evening of a rush it costs the coffee, the cup and the chair.',
      'I kept a list for a month: when I sent something, what I paid, and how long I would have been happy to wait. Nearly every time the honest answer was "until tomorrow", and nearly every time I had paid for "within the hour".',
      'Wallets could ask that question. Most of them ask instead for a number of satoshi per virtual byte, which is like asking a traveler how much coal the train should burn.',
      'The cheapest hour of my month was between four and five on a Sunday morning. The dearest was half past three on a Wednesday afternoon, when everyone had just come out of a meeting.'
    ]
  },
  {
    slug: 'a-ledger-on-the-kitchen-table',
    title: 'A ledger on the kitchen table',
    date: '2 November',
    paragraphs: [
      'My grandmother kept the books of a bakery in two columns and one pencil. What left one column entered the other, and on Fridays the two had to agree before anybody had dinner.',
      'Four hundred years of accountants would recognize that table. I have worked on systems with more engineers than that bakery had loaves, and not all of them would have been allowed to eat on a Friday.',
      'The trick was never the arithmetic. It was that nothing was ever rubbed out: a mistake got a line of its own, and the line said why.'
    ]
  },
  {
    slug: 'the-quiet-machine',
    title: 'The quiet machine',
    date: '19 October',
    paragraphs: [
      'The node in my cupboard has been running for three years. It has no fan, it has never been updated on a Friday, and the cat likes it.',
      'People ask what it does for me. It answers one question, whenever I ask, without asking anybody else: did it happen?'
    ]
  }
]
