import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePorts } from '#src/testing/free-ports.ts'
import { until, WAIT_MS } from '#src/testing/time-limits.ts'
import { type Engine, middleOf, type Tab } from './engine.ts'

const DRIVER = Bun.which('WebKitWebDriver')
const BROWSER = [...new Bun.Glob('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').scanSync({ absolute: true })].at(-1)
const XVFB = Bun.which('Xvfb')

/** Through WebDriver (https://www.w3.org/TR/webdriver2/). */
export const webkit: Engine = { name: 'WebKit', open: DRIVER && BROWSER && XVFB ? open : null }

/** Of elements, in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const Found = z.object({ [ELEMENT]: z.string() })
const Session = z.object({ sessionId: z.string() })
const Answer = z.object({ value: z.unknown() })

/** Code points of WebDriver. */
const KEYS: { [name: string]: string } = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Delete: '\uE017',
  Control: '\uE009',
}

async function open(): Promise<Tab> {
  const home = mkdtempSync(join(tmpdir(), 'passwright-webkit-'))
  const display = Bun.spawn(
    [XVFB ?? '', '-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'],
    {
      stdout: 'pipe',
      stderr: 'ignore',
    },
  )
  const { value } = await display.stdout.getReader().read()
  const [port] = await freePorts(1)
  const driver = Bun.spawn([DRIVER ?? '', `--port=${port}`], {
    env: { PATH: process.env.PATH ?? '', HOME: home, DISPLAY: `:${new TextDecoder().decode(value).trim()}` },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const call = async (method: string, path: string, body?: unknown, limitMs = WAIT_MS): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    }).catch((cause) => {
      throw new Error(`WebKit does not answer ${method} ${path} ${JSON.stringify(body)}`, { cause })
    })
    const { value } = Answer.parse(await answer.json())
    if (!answer.ok) throw new Error(`WebKit refuses ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await until('the driver of WebKit answers', () =>
    call('GET', '/status').then(
      () => true,
      () => false,
    ),
  )
  const options = { binary: BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = Session.parse(await call('POST', '/session', { capabilities }))
  const post = (path: string, body: unknown) => call('POST', `/session/${sessionId}${path}`, body)
  // The driver loses the answer of a script that runs while another page takes over.
  const evaluate = (script: string) => execute(script, WAIT_MS / 10).catch(() => execute(script, WAIT_MS))
  const execute = (script: string, limitMs: number) =>
    call('POST', `/session/${sessionId}/execute/sync`, { script, args: [] }, limitMs)
  const perform = (device: object, actions: object[]) =>
    post('/actions', { actions: [{ ...device, actions }] })
  const pressKeys = (keys: string[]) =>
    perform({ type: 'key', id: 'keyboard' }, [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
  return {
    goto: async (url) => {
      await post('/url', { url })
    },
    click: async (selector, name, times = 1) => {
      const [x, y] = await middleOf(evaluate, selector, name)
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await perform({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }, [
        { type: 'pointerMove', x, y },
        ...Array.from({ length: times }, () => press).flat(),
      ])
    },
    type: async (text) => {
      for (const key of text) await pressKeys([key])
    },
    press: async (key, modifier) => {
      await pressKeys([...(modifier ? [keyOf(modifier)] : []), keyOf(key)])
    },
    upload: async (selector, path) => {
      const field = Found.parse(await evaluate(`return document.querySelector(${JSON.stringify(selector)})`))
      await post(`/element/${field[ELEMENT]}/value`, { text: path })
    },
    evaluate,
    [Symbol.asyncDispose]: async () => {
      await call('DELETE', `/session/${sessionId}`)
      driver.kill()
      display.kill()
      await Promise.all([driver.exited, display.exited])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const keyOf = (key: string): string => KEYS[key] ?? key
