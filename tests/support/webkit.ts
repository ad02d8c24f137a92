// Safari's engine as Debian has it: WebKitGTK's small browser, driven by the WebDriver protocol on a screen of its own.

import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { PHONE, placeOf, pressAt, tapAt, typing, until, type DrivenPage } from './driven-browser.ts'
import { freePort } from './host-requests.ts'

const findBrowser = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.[01]/MiniBrowser')[0]
const isThere = (command: string): boolean => spawnSync('which', [command], { stdio: 'ignore' }).status === 0

export const hasWebKit = (): boolean =>
  isThere('WebKitWebDriver') && isThere('xvfb-run') && findBrowser() !== undefined

/** Installs WebKit if possible. Returns what is still missing, with the reason. */
export function installWebKit(): string[] {
  if (!hasWebKit() && process.getuid?.() === 0 && isThere('apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'webkit2gtk-driver', 'xvfb', 'xauth'],
      { stdio: 'ignore' }
    )
  }
  return hasWebKit()
    ? []
    : ['WebKit: webkit2gtk-driver and xvfb are not installed and there is no package for them here']
}

export async function openWebKit({ isPhone = false } = {}): Promise<DrivenPage> {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  })
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await until(async () => (await ask('GET', '/status')) ?? true, 'WebKit')
  const options = { binary: findBrowser(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string }
  const inSession = (method: string, path: string, body?: object): Promise<unknown> =>
    ask(method, `/session/${sessionId}/${path}`, body)
  const act = async (action: object): Promise<void> =>
    void (await inSession('POST', 'actions', { actions: [action] }))
  if (isPhone) await inSession('POST', 'window/rect', PHONE)
  const evaluate = async <T>(body: string): Promise<T> =>
    (await inSession('POST', 'execute/sync', { script: body, args: [] })) as T
  return {
    evaluate,
    open: async url => void (await inSession('POST', 'url', { url })),
    click: async (selector, where = 'middle') =>
      act(pressAt(await evaluate<number[]>(placeOf(selector, where)))),
    tap: async selector => act(tapAt(await evaluate<number[]>(placeOf(selector, 'middle')))),
    press: text => act(typing(text)),
    close: async () => {
      await inSession('DELETE', '').catch(() => {})
      // xvfb-run, the driver and the screen are one group.
      if (driver.pid !== undefined) process.kill(-driver.pid)
    }
  }
}
