/** A reason that reviewers give often: its name, and the text that the owner reads. */
export type CommonReason = { name: string; text: string }

export const reasonMessages = {
  common: 'Suggestions',
  ad: [
    {
      name: 'Misleading',
      text: 'The ad promises something that the landing page does not offer. Describe what visitors find there.'
    },
    {
      name: 'Promises profits',
      text: 'The ad promises profits or guaranteed returns. Remove the promise.'
    },
    {
      name: 'Looks like a scam',
      text: 'The landing page asks for recovery phrases, private keys, or payments for nothing in return.'
    },
    {
      name: 'Link does not work',
      text: 'The landing page could not be opened. Check the link and submit the ad again.'
    },
    {
      name: 'Other landing page',
      text: 'The link leads to another site than the ad says. Link directly to the page that is advertised.'
    },
    {
      name: 'Wrong subject',
      text: 'The ad needs another content rating. Select the one that fits the landing page.'
    },
    {
      name: 'Wrong language',
      text: 'The language of the ad is not the one that is selected. Select the language of its text.'
    },
    {
      name: 'Picture quality',
      text: 'The picture is blurred, cut off, or cannot be read at its size. Upload a sharper one.'
    },
    {
      name: 'Rights of others',
      text: 'The ad uses a name, logo, or picture of someone else. Use only what you have the rights to.'
    }
  ],
  site: [
    {
      name: 'No content',
      text: 'The site has little or no content of its own. Submit it again when there is something to read.'
    },
    {
      name: 'Does not open',
      text: 'The site could not be opened. Check that it is public and submit it again.'
    },
    {
      name: 'Copied content',
      text: 'The content is copied from other sites. Only sites with their own content are accepted.'
    },
    {
      name: 'Made for ads',
      text: 'The site has more ads than content, or its pages exist only to show ads.'
    },
    {
      name: 'Not allowed',
      text: 'The site has content that the network does not allow.'
    },
    {
      name: 'Wrong category',
      text: 'The categories do not fit the site. Select those that do.'
    },
    {
      name: 'Wrong language',
      text: 'The language of the site is not the one that is selected. Select the language of its pages.'
    }
  ]
} satisfies { common: string; ad: CommonReason[]; site: CommonReason[] }
