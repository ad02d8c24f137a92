// Firefox as Debian has it, driven by WebDriver BiDi, which it speaks itself.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PHONE, placeOf, pressAt, tapAt, typing, until, type DrivenPage } from './driven-browser.ts'
import { freePort } from './host-requests.ts'

const NAMES = ['firefox-esr', 'firefox']
const command = (): string | undefined =>
  NAMES.find(name => spawnSync('which', [name], { stdio: 'ignore' }).status === 0)

export const hasFirefox = (): boolean => command() !== undefined

/** Installs Firefox if possible. Returns what is still missing, with the reason. */
export function installFirefox(): string[] {
  if (!hasFirefox() && process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'firefox-esr'], {
      stdio: 'ignore'
    })
  }
  return hasFirefox() ? [] : ['Firefox: it is not installed and there is no package for it here']
}

/** An unfocused window fires focus events as well, and the hosts are this machine's. */
const preferences = (hosts: readonly string[], isPhone: boolean): string =>
  [
    // A finger is the only pointer, and cannot hover.
    ...(isPhone
      ? [
          ['dom.w3c_touch_events.enabled', 1],
          ['ui.primaryPointerCapabilities', 1],
          ['ui.allPointerCapabilities', 1]
        ]
      : []),
    ['focusmanager.testmode', true],
    ['network.dns.localDomains', hosts.join(',')],
    ['datareporting.policy.dataSubmissionEnabled', false],
    ['browser.shell.checkDefaultBrowser', false]
  ]
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n')

interface Reply {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  message?: string
}

/** Sends commands over a socket and returns their results. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)))
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let count = 0
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = (count += 1)
    const reply = await new Promise<Reply>(resolve => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`)
    return reply.result as T
  }
  return { send, close: () => socket.close() }
}

interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

export async function openFirefox(hosts: readonly string[], { isPhone = false } = {}): Promise<DrivenPage> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences(hosts, isPhone))
  const words = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`]
  const browser = spawn(command() ?? 'firefox', words, { stdio: 'ignore', detached: true })
  const { send, close } = await until(() => connect(`ws://127.0.0.1:${port}/session`), 'Firefox')
  await send('session.new', { capabilities: {} })
  // A tab of its own has the focus; in the first one it stays with the address bar, and pages get no focus events.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  await send('browsingContext.activate', { context })
  await send('browsingContext.setViewport', {
    context,
    viewport: isPhone ? PHONE : { width: 1280, height: 800 }
  })

  const evaluate = async <T>(body: string): Promise<T> => {
    const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
      expression: `JSON.stringify((() => { ${body} })() ?? null)`,
      target: { context },
      awaitPromise: false
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result?.value ?? 'null') as T
  }
  const act = (action: object): Promise<void> => send('input.performActions', { context, actions: [action] })
  return {
    evaluate,
    open: async url => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    click: async (selector, where = 'middle') =>
      act(pressAt(await evaluate<number[]>(placeOf(selector, where)))),
    tap: async selector => act(tapAt(await evaluate<number[]>(placeOf(selector, 'middle')))),
    press: text => act(typing(text)),
    close: async () => {
      await send('browser.close', {}).catch(() => {})
      close()
      if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    }
  }
}
