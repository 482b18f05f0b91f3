import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default {
  extends: theme,
  /** Gives the header and the titles of pages the name that the server wrote into the page. */
  enhanceApp({ siteData }) {
    if (import.meta.env.SSR) return
    const meta = document.querySelector('meta[name="application-name"]')
    const title = meta?.getAttribute('content')
    if (title) siteData.value = { ...siteData.value, title }
  }
} satisfies Theme
