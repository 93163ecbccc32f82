import puppeteer from 'puppeteer-core'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { type Engine, middleOf, type Tab } from './engine.ts'

const EXECUTABLE = Bun.which('firefox-esr') ?? Bun.which('firefox')

/** Through WebDriver BiDi. */
export const firefox: Engine = { name: 'Firefox', open: EXECUTABLE === null ? null : () => open(EXECUTABLE) }

async function open(executablePath: string): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    timeout: WAIT_MS,
    // Setting the viewport takes commands that Firefox 140 doesn't know.
    defaultViewport: null,
    args: ['--width=1440', '--height=1000'],
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const evaluate = (script: string) => page.evaluate(`(() => {${script}})()`)
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    click: async (selector, name, count = 1) =>
      page.mouse.click(...(await middleOf(evaluate, selector, name)), { count }),
    type: (text) => page.keyboard.type(text),
    press: async (key, modifier) => {
      if (modifier) await page.keyboard.down(modifier)
      await page.keyboard.press(key)
      if (modifier) await page.keyboard.up(modifier)
    },
    upload: async (selector, path) => {
      const input = await page.$(selector)
      await (await input?.toElement('input'))?.uploadFile(path)
    },
    evaluate,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
