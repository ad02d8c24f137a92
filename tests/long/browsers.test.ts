// The main journeys in other engines than Chromium's, by real clicks and key presses, on the built site with the real API.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { keys, until, type DrivenPage } from '#tests/support/driven-browser.ts'
import { findScreens, type FindScreens } from '#tests/support/find-screens.ts'
import { hasFirefox, openFirefox } from '#tests/support/firefox.ts'
import { freePort } from '#tests/support/host-requests.ts'
import { hasWebKit, openWebKit } from '#tests/support/webkit.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const CELLS = ['[data-cell="0"]', '[data-cell="1"]'] as const
/** Gives the first two cells the names in `CELLS`. */
const NAME_CELLS = `[...document.querySelectorAll('[role=grid] input:not([disabled])')].slice(0, 2).forEach((cell, at) => cell.setAttribute('data-cell', at))`
const DATA = '.cache/browsers-data'
let site = ''
let find: FindScreens
let server: ChildProcess

beforeAll(async () => {
  const [port, apiPort] = [await freePort(), await freePort()]
  const words = [
    'scripts/start.ts',
    '--port',
    `${port}`,
    '--api-port',
    `${apiPort}`,
    '--data',
    DATA,
    '--reset'
  ]
  server = spawn(process.execPath, words, { cwd: root, stdio: 'ignore' })
  await until(async () => (await fetch(`http://localhost:${port}`)).ok, 'the sites', 170)
  site = `http://wards.localhost:${port}`
  find = findScreens(
    createAsk({ api: `http://localhost:${apiPort}`, programme: { programme_id: 1, code: 'wards' } })
  )
}, 180_000)

afterAll(async () => {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(DATA, { recursive: true, force: true })
})

/** What a person sees of a page and looks for in it. */
function watchPage(page: () => DrivenPage) {
  const count = (selector: string) =>
    page().evaluate<number>(`return document.querySelectorAll(${JSON.stringify(selector)}).length`)
  const appears = (selector: string) => until(async () => (await count(selector)) > 0, selector)
  const says = (text: string) =>
    until(
      () => page().evaluate<boolean>(`return document.body.innerText.includes(${JSON.stringify(text)})`),
      text
    )
  const path = () => page().evaluate<string>('return location.pathname')
  const valueOf = (selector: string) =>
    page().evaluate<string>(`return document.querySelector(${JSON.stringify(selector)}).value`)
  /** Gives the first element with these words a name of its own, to be clicked by. */
  const named = async (selector: string, words: string): Promise<string> => {
    const mark = `return [...document.querySelectorAll(${JSON.stringify(selector)})].filter(one => one.checkVisibility() && (one.ariaLabel ?? one.textContent).includes(${JSON.stringify(words)})).slice(0, 1).map(one => one.setAttribute('data-pressed', ${JSON.stringify(words)})).length === 1`
    await until(() => page().evaluate<boolean>(mark), `${selector} “${words}”`)
    return `[data-pressed=${JSON.stringify(words)}]`
  }
  return { count, appears, says, path, valueOf, named }
}

const engines = [
  { engine: 'Firefox', isThere: hasFirefox(), open: () => openFirefox(['wards.localhost']) },
  { engine: 'WebKit', isThere: hasWebKit(), open: openWebKit }
]

describe.each(engines)('$engine', ({ engine, isThere, open }) => {
  let page: DrivenPage
  beforeAll(async () => {
    if (isThere) page = await open()
  }, 120_000)
  afterAll(async () => page?.close())

  const { count, appears, says, path, valueOf, named } = watchPage(() => page)

  test.runIf(isThere)('a member logs in by typing', async () => {
    await page.open(`${site}/login?next=%2Fprojects`)
    await appears('input[type=password]')
    await page.click('input[type=email], input[autocomplete=username]')
    await page.press('lead@wards.example')
    await page.press(keys.tab)
    await page.click('input[type=password]')
    await page.press(DEMO_PASSWORD + keys.enter)
    await says('Ward staffing')
    expect(await path()).toBe('/projects')
  })

  test.runIf(isThere)(
    'types figures into a grid, from cell to cell, and they are saved',
    async ({ skip }) => {
      await page.open(site + (await find.section()))
      // A window that the system does not give the focus fires no focus events, which the grid needs. Firefox needs no system for that.
      const hasFocus = await page.evaluate<boolean>('return document.hasFocus()')
      if (!hasFocus && engine !== 'Firefox') skip('The window has no focus here.')
      await appears('[role=grid] input:not([disabled])')
      await page.evaluate(NAME_CELLS)
      await page.click(CELLS[0])
      await page.press('21')
      await page.press(keys.tab + '9' + keys.enter)
      expect([await valueOf(CELLS[0]), await valueOf(CELLS[1])]).toEqual(['21', '9'])
      await says('All saved')
      await page.open(site + (await find.section()))
      await appears('[role=grid] input:not([disabled])')
      expect(
        await page.evaluate(`return document.querySelector('[role=grid] input:not([disabled])').value`)
      ).toBe('21')
    }
  )

  test.runIf(isThere)('opens a chart, walks through its values, and reads them as a table', async () => {
    await page.open(site + (await find.chart()))
    await appears('.js-plotly-plot .main-svg')
    await page.click('[role=slider][aria-roledescription=chart]')
    await page.press('\uE014')
    const stop = () => page.evaluate<string>(`return document.querySelector('[role=slider]').ariaValueText`)
    await until(async () => /\d/.test(await stop()), 'a value')
    await page.click(await named('[role=tab]', 'Table'))
    await appears('[role=tabpanel] table, main table')
    expect(await count('[role=tabpanel] table tr, main table tr')).toBeGreaterThan(1)
  })

  test.runIf(isThere)(
    'searches by typing, opens the first result with the keys, and the page has its name',
    async () => {
      await page.open(`${site}/projects/ward-staffing/results/search`)
      await appears('main input[type=search]')
      await page.click('main input[type=search]')
      await page.press('vacancy rate')
      await says('for “vacancy rate”')
      await page.press(keys.down)
      const focused = () =>
        page.evaluate<string>(`return document.activeElement.closest('main a')?.textContent ?? ''`)
      await until(async () => (await focused()) === 'Vacancy rate', 'the first result')
      await page.press(keys.enter)
      await until(
        async () =>
          (await page.evaluate<string>('return document.title')).startsWith('Vacancy rate, Ward staffing - '),
        'the title'
      )
      await appears('.js-plotly-plot .main-svg')
      expect(await path()).toMatch(/\/detail\/\d+$/)
    }
  )

  test.runIf(isThere)('a respondent enters a code, answers, and the answer is saved', async () => {
    const survey = await find.surveyCase('')
    await page.open(site + survey.replace(/\/[^/]+$/, ''))
    await appears('input')
    await page.click('main input')
    await page.press(decodeURIComponent(survey.split('/').at(-1) ?? '') + keys.enter)
    await page.click(await named('a', 'Start'))
    await says('When was it?')
    await page.click('main input[type=text], main input:not([type=checkbox], [type=radio])')
    await page.press('3/9/2026' + keys.tab)
    await page.click(await named('label', 'By appointment'))
    await says('Saved')
    expect(await count('input[type=radio]:checked')).toBe(1)
  })
})

// WebKitGTK's driver turns touches into mouse events, so the second engine that is touched, beside Chromium in tests/journeys, is Firefox.
describe.skipIf(!hasFirefox())('Firefox on a phone, by touch', () => {
  let page: DrivenPage
  beforeAll(async () => {
    page = await openFirefox(['wards.localhost'], { isPhone: true })
  }, 120_000)
  afterAll(async () => page?.close())
  const { appears, says, valueOf, named } = watchPage(() => page)
  const isFinger = () =>
    page.evaluate<boolean>(`return matchMedia('(hover: none) and (pointer: coarse)').matches`)

  test('a member taps a cell, types, says that the next has no figure, and both are saved', async () => {
    await page.open(`${site}/login?next=%2Fprojects`)
    expect(await isFinger()).toBe(true)
    await page.tap(await named('button', 'Continue anyway'))
    await appears('input[type=password]')
    await page.tap('input[type=email], input[autocomplete=username]')
    await page.press('contributor@wards.example')
    await page.tap('input[type=password]')
    await page.press(DEMO_PASSWORD + keys.enter)
    await says('Ward staffing')
    await page.open(site + (await find.section()))
    await appears('[role=grid] input:not([disabled])')
    await page.evaluate(NAME_CELLS)
    const tapCell = async (cell: string) => {
      await page.tap(cell)
      // The cursor and the panel follow the finger a moment later.
      const isThere = `const cell = document.querySelector(${JSON.stringify(cell)}); return document.activeElement === cell && cell.ariaLabel.endsWith(document.querySelector('aside[aria-label="About the cell"] h2')?.textContent)`
      await until(() => page.evaluate<boolean>(isThere), cell)
    }
    await tapCell(CELLS[0])
    await page.press('23')
    await tapCell(CELLS[1])
    await page.tap(await named('button', 'Not applicable'))
    expect(await valueOf(CELLS[0])).toBe('23')
    await says('All saved at')
    await page.open(site + (await find.section()))
    await appears('[role=grid] input:not([disabled])')
    await page.evaluate(NAME_CELLS)
    expect([await valueOf(CELLS[0]), await valueOf(CELLS[1])]).toEqual(['23', ''])
    expect(
      await page.evaluate(`return document.querySelector(${JSON.stringify(CELLS[1])}).placeholder`)
    ).toBe('n/a')
  })

  test('a respondent answers question by question', async () => {
    await page.open(`${site}${await find.surveyCase('/questions')}`)
    await says('When was it?')
    await page.tap('main input')
    await page.press('2026-09-03')
    await page.tap(await named('button', 'Next'))
    await page.tap(await named('label', 'By appointment'))
    await says('Saved')
    expect(await page.evaluate(`return document.querySelectorAll('input[type=radio]:checked').length`)).toBe(
      1
    )
  })
})
