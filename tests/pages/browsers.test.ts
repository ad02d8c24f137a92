import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { BROWSERS, supportedBrowsers } from '#sites/browsers.ts'
import { prepareShell } from '#sites/shell/shell.ts'
import {
  compareVersions,
  compatibility,
  missingIn,
  needsOfCode,
  needsOfStyles,
  type BrowserName,
  type Need
} from '#tests/support/browser-needs.ts'

// The built code runs in the browsers that README names: it calls nothing newer than they are.

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = Object.keys(BROWSERS) as BrowserName[]

/** Features that are newer than the oldest browsers but harmless there. */
const HARMLESS: Record<string, string> = {
  '.pause()': 'Papa Parse’s own, not the one of iterators',
  '.take()': 'the own one of the readers of formulas and structure files',
  '.drop()': 'the own one of the save queue',
  '.adopt()': 'the own one of the tabs’ reconciler',
  '.use()': 'React’s',
  '.startViewTransition()': 'React’s, for a component that no screen has, and it catches what fails',
  '.error()': 'plotly’s own',
  '.resize()': 'plotly’s own',
  'AbortSignal.timeout':
    'Chrome and Edge have it from 103; before 124 its error has another name, which nobody reads',
  'forced-color-adjust': 'Safari has no forced colours',
  'content-visibility': 'saves work where it is known',
  'contain-intrinsic-height': 'goes with content-visibility',
  'contain-intrinsic-size': 'goes with content-visibility',
  'user-select': 'Safari knows it with its prefix, which stands beside it',
  resize: 'a text area cannot be pulled larger by a finger',
  'accent-color': 'the browser’s own colour stands in; Safari has it with a limit on its contrast',
  '@page': 'printing only: the paper’s own size stands in',
  size: 'goes with @page',
  zoom: 'printing only: the dashboard takes a second page',
  ':details-content': 'printing only: what is folded stays folded',
  ':popover-open': 'inside :is(), which passes over what it does not know',
  ':open': 'inside :is(), beside [open]'
}

const namesOf = (needs: readonly Need[]): string[] => needs.map(({ name }) => name)

describe('what is found', () => {
  const young = (code: string) =>
    namesOf(needsOfCode(code).filter(need => missingIn(BROWSERS, need).length > 0))

  test('functions of the language and of the browser', () => {
    expect(young('Map.groupBy([], x => x)')).toEqual(['Map.groupBy'])
    expect(young('const { promise } = Promise.withResolvers()')).toEqual(['Promise.withResolvers'])
    expect(young('a.union(b)')).toEqual(['.union()'])
    expect(young('URL.parse(text)?.origin')).toEqual(['URL.parse'])
    expect(young('select.showPicker()')).toEqual([])
    expect(young('new CloseWatcher()')).toEqual(['new CloseWatcher'])
    expect(young('document.startViewTransition(draw)')).toEqual(['document.startViewTransition'])
    expect(young('list.toSorted().at(-1); structuredClone(list)')).toEqual([])
  })

  test('but not features that are tested for first', () => {
    expect(young('document.startViewTransition?.(draw)')).toEqual([])
    expect(young('if (Promise.try) Promise.try(draw)')).toEqual([])
    expect(young("'startViewTransition' in document && document.startViewTransition(draw)")).toEqual([])
  })

  test('styles', () => {
    const found = namesOf(
      needsOfStyles(
        '@position-try --a { } a:has(b)::details-content { field-sizing: content; color: light-dark(red, blue) }'
      ).filter(need => missingIn(BROWSERS, need).length > 0)
    )
    expect(found.toSorted()).toEqual(['()light-dark', ':details-content', '@position-try', 'field-sizing'])
  })
})

describe('the built code', () => {
  const files: { path: string; needs: Need[] }[] = []
  beforeAll(async () => {
    const { shell } = await prepareShell(root)
    for (const { path } of shell.files) {
      const text = (): string => readFileSync(join(shell.directory, path), 'utf8')
      if (path.endsWith('.js')) files.push({ path, needs: needsOfCode(text()) })
      if (path.endsWith('.css')) files.push({ path, needs: needsOfStyles(text()) })
    }
  }, 180_000)

  test('uses nothing newer', () => {
    expect(files.length).toBeGreaterThan(50)
    const younger = files.flatMap(({ path, needs }) =>
      needs
        .map(need => ({ need, missing: missingIn(BROWSERS, need) }))
        .filter(({ need, missing }) => missing.length > 0 && !(need.name in HARMLESS))
        .map(({ need, missing }) => `${need.name} is missing in ${missing.join(', ')}: ${path}`)
    )
    expect(younger).toEqual([])
  })

  test('and every exception is needed', () => {
    const used = new Set(
      files.flatMap(({ needs }) => namesOf(needs.filter(need => missingIn(BROWSERS, need).length > 0)))
    )
    expect(Object.keys(HARMLESS).filter(name => !used.has(name))).toEqual([])
  })
})

test('README and the page name the same browsers', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(readme).toContain(
    `Chrome or Edge ${BROWSERS.chrome}, Firefox ${BROWSERS.firefox}, Safari ${BROWSERS.safari} (also on iOS)`
  )
  expect(supportedBrowsers).toBe(
    `Chrome or Edge ${BROWSERS.chrome}, Firefox ${BROWSERS.firefox} or Safari ${BROWSERS.safari}`
  )
  expect(BROWSERS.edge).toBe(BROWSERS.chrome)
  expect(BROWSERS.safari_ios).toBe(BROWSERS.safari)
})

describe('the sentence for older ones', () => {
  const script = readFileSync(join(root, 'src/pages/_shell/too-old.js'), 'utf8')
  /** The features that the script tests for, by their names in MDN's data. */
  const probes = {
    'javascript.regular_expressions.lookbehind_assertion': '(?<=',
    'css.selectors.has': 'selector(:has(',
    'css.types.color.color-mix': 'color-mix('
  }

  test('comes below the oldest supported versions and not from them on', () => {
    for (const asked of Object.values(probes)) expect(script).toContain(asked)
    for (const browser of names) {
      const versions = Object.keys(probes).map(path => compatibility(path).since[browser] ?? '9999')
      expect([browser, versions.toSorted(compareVersions).at(-1)]).toEqual([browser, BROWSERS[browser]])
    }
  })

  test.each([
    ['a supported one', () => true, RegExp, false],
    ['one without :has()', (text: string) => !text.startsWith('selector('), RegExp, true],
    ['one without color-mix()', (text: string) => text.startsWith('selector('), RegExp, true],
    [
      'one without lookbehind',
      () => true,
      () => {
        throw new SyntaxError('Invalid group')
      },
      true
    ],
    ['one without CSS.supports', undefined, RegExp, true]
  ])('%s', (_, supports, RegExpOfBrowser, isShown) => {
    let removed = ''
    const document = { getElementById: () => ({ removeAttribute: (name: string) => (removed = name) }) }
    const page = { document, RegExp: RegExpOfBrowser, ...(supports && { CSS: { supports } }) }
    // A missing feature also causes an error in the console.
    const run = (): unknown => runInNewContext(script, page)
    if (isShown && supports === undefined) expect(run).toThrow('CSS is not defined')
    else if (isShown && RegExpOfBrowser !== RegExp) expect(run).toThrow('Invalid group')
    else run()
    expect(removed).toBe(isShown ? 'hidden' : '')
  })
})
