import addonA11y from '@storybook/addon-a11y'
import addonDocs from '@storybook/addon-docs'
import { definePreview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import { loadEveryPart } from '../packages/ui/shared/later.ts'
import { StoryPage } from '../packages/ui/shared/story-page.tsx'
import { DocumentPage } from './docs/document-page.tsx'
import { showSource } from './docs/show-source.ts'
import { axeContext, axeOptions, checkOtherModes, isLookedAt, isProof } from './modes.ts'
import { readWidgetGlobals, WidgetGlobalsContext } from './widget-story.tsx'

// On a busy machine, what a story waits for may come late, which is not an error.
configure({ asyncUtilTimeout: 5_000 })

export default definePreview({
  addons: [addonA11y(), addonDocs()],
  tags: ['autodocs'],
  parameters: {
    a11y: {
      test: 'error',
      context: axeContext,
      options: axeOptions
    },
    controls: { expanded: true },
    options: {
      storySort: {
        order: [
          'Start here',
          ['Introduction', 'Elements'],
          'Playgrounds',
          'Widgets',
          ['Ad', 'Marketplace', 'Announcement', 'Login', 'Chat', 'Feedback', 'Parts'],
          'Foundations',
          'Components',
          'Dashboard',
          'Pages'
        ]
      }
    },
    docs: { page: DocumentPage, source: { transform: showSource } },
    // Function values are shown as `() => {}` in snippets, because their source code is not helpful.
    jsx: { functionValue: () => '() => {}' },
    // The theme already sets the background of every story.
    backgrounds: { disable: true },
    viewport: {
      options: {
        small: { name: 'Small phone, 320 px', styles: { width: '320px', height: '640px' } },
        phone: { name: 'Phone, 360 px', styles: { width: '360px', height: '740px' } },
        tablet: { name: 'Tablet, 768 px', styles: { width: '768px', height: '1024px' } },
        desktop: { name: 'Desktop, 1280 px', styles: { width: '1280px', height: '800px' } },
        wide: { name: 'Wide, 1920 px', styles: { width: '1920px', height: '1080px' } }
      }
    }
  },
  globalTypes: {
    theme: {
      description: 'Colour theme',
      toolbar: {
        icon: 'mirror',
        dynamicTitle: true,
        items: [
          { value: 'system', title: 'As the system' },
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' }
        ]
      }
    },
    direction: {
      description: 'Direction of the text',
      toolbar: {
        icon: 'transfer',
        dynamicTitle: true,
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' }
        ]
      }
    },
    locale: {
      description: 'Locale of dates and amounts',
      toolbar: {
        icon: 'globe',
        dynamicTitle: true,
        items: [
          { value: 'en', title: 'English' },
          { value: 'de', title: 'German' },
          { value: 'ja', title: 'Japanese' },
          { value: 'he', title: 'Hebrew' }
        ]
      }
    },
    renderer: {
      description: 'How widgets are drawn',
      toolbar: {
        icon: 'component',
        dynamicTitle: true,
        items: [
          { value: 'react', title: 'React component' },
          { value: 'element', title: 'Built element' }
        ]
      }
    },
    host: {
      description: 'Page that widgets stand on',
      toolbar: {
        icon: 'browser',
        dynamicTitle: true,
        items: [
          { value: 'none', title: 'No host page' },
          { value: 'bare', title: 'Bare page' },
          { value: 'utility', title: 'Tailwind-like' },
          { value: 'reboot', title: 'Bootstrap-like' },
          { value: 'important', title: 'Hostile: important' },
          { value: 'loud', title: 'Hostile: inherited' },
          { value: 'floating', title: 'Hostile: layout' },
          { value: 'legacy', title: 'Hostile: legacy' }
        ]
      }
    }
  },
  initialGlobals: {
    theme: 'system',
    direction: 'ltr',
    locale: 'en',
    renderer: 'react',
    host: 'none'
  },
  // Loads all lazy parts first, so that a story looks like a page that has finished loading.
  loaders: [loadEveryPart],
  decorators: [
    (Story, { globals, viewMode }) => (
      <StoryPage {...readGlobals(globals)} isInline={viewMode === 'docs'}>
        <WidgetGlobalsContext value={readWidgetGlobals(globals)}>
          <Story />
        </WidgetGlobalsContext>
      </StoryPage>
    )
  ],
  beforeEach(context) {
    if (import.meta.env.MODE !== 'test' || isLookedAt(context.id)) return
    context.parameters = {
      ...context.parameters,
      a11y: { ...context.parameters.a11y, test: 'off' }
    }
  },
  async afterEach({ globals, viewMode }) {
    // The other modes are checked only in the tests. Elsewhere a story is checked in the selected mode only.
    if (viewMode === 'story' && isProof && import.meta.env.MODE === 'test')
      await checkOtherModes(readGlobals(globals))
  }
})

function readGlobals(globals: Record<string, unknown>) {
  return {
    theme: globals.theme === 'light' || globals.theme === 'dark' ? globals.theme : 'system',
    direction: globals.direction === 'rtl' ? 'rtl' : 'ltr',
    locale: typeof globals.locale === 'string' ? globals.locale : 'en'
  } as const
}
