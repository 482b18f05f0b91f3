import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Locator, type Page } from 'playwright/test'

/** The two ways to use a page. With the keyboard, everything is reached by Tab and the arrow keys. */
export type Hands = {
  name: 'mouse' | 'keyboard'
  press: (target: Locator) => Promise<void>
  /** Replaces the target's text. */
  type: (target: Locator, text: string) => Promise<void>
  /** Chooses a radio button or a checkbox. */
  choose: (target: Locator) => Promise<void>
}

export function mouse(_page: Page): Hands {
  return {
    name: 'mouse',
    press: target => target.click(),
    type: (target, text) => target.fill(text),
    // The control is hidden behind its label, which is what people press.
    choose: target => target.check({ force: true })
  }
}

/** Someone who thinks for a second before everything that they do, and types a key in 200 milliseconds. */
export function person(): Hands {
  // The pace is what is measured here. It waits for nothing on the page.
  const think = () => sleep(1000)
  return {
    name: 'mouse',
    async press(target) {
      await think()
      await target.click()
    },
    async type(target, text) {
      await think()
      await target.pressSequentially(text, { delay: 200 })
    },
    async choose(target) {
      await think()
      await target.check({ force: true })
    }
  }
}

const maxTabs = 250

export function keyboard(page: Page): Hands {
  /** Presses Tab, around the page if necessary, until the focus is where it should be. */
  async function reach(target: Locator, isThere: (element: Element) => boolean) {
    await expect(target).toBeAttached()
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if (await target.evaluate(isThere)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${target} cannot be reached by the keyboard`)
  }
  const hasFocus = (element: Element) => element === document.activeElement
  const hasFocusInGroup = (element: Element) => {
    const { activeElement } = document
    return (
      element === activeElement ||
      (element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        activeElement instanceof HTMLInputElement &&
        activeElement.type === 'radio' &&
        activeElement.name === element.name)
    )
  }
  return {
    name: 'keyboard',
    async press(target) {
      await reach(target, hasFocus)
      await page.keyboard.press('Enter')
    },
    async type(target, text) {
      await reach(target, hasFocus)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async choose(target) {
      await reach(target, hasFocusInGroup)
      if (await target.isChecked()) return
      if ((await target.getAttribute('type')) === 'checkbox') {
        await page.keyboard.press('Space')
        return
      }
      for (let steps = 0; steps < 30 && !(await target.isChecked()); steps++)
        await page.keyboard.press('ArrowDown')
      await expect(target).toBeChecked()
    }
  }
}

/** The four combinations of input and width in which the longest journeys are tested, the hardest first. */
export const handsAndWidths = [
  { createHands: keyboard, width: 360 },
  { createHands: mouse, width: 1280 },
  { createHands: mouse, width: 360 },
  { createHands: keyboard, width: 1280 }
]
