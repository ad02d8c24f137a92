import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { here } from '#tests/bench/entry/pages.ts'
import { buildPages, fileOf } from '#tests/bench/peer-pages.ts'
import { serveFolder } from '#tests/bench/serve-folder.ts'
import type { DrivenPage } from '#tests/support/driven-browser.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { hasWebKit, openWebKit } from '#tests/support/webkit.ts'

const form = { name: 'section form', script: 'pages/own.tsx' }
const FIRST = '[aria-label="Row 1, Column 1"]'

describe.skipIf(!hasWebKit())('Safari’s engine', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof serveFolder>>
  let page: DrivenPage

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webkit-'))
    const built = await buildPages(here, folder, [form])
    await writeFile(join(built, 'section-2.json'), JSON.stringify(aSection(aGrid(1, 2))))
    server = await serveFolder(built)
    page = await openWebKit()
    await page.open(`${server.url}/${fileOf(form)}?rows=1&columns=2`)
  }, 120_000)
  afterAll(async () => {
    await page?.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const valueOf = (selector: string) =>
    page.evaluate<string>(`return document.querySelector(${JSON.stringify(selector)}).value`)

  test('a click into a filled cell and typing replaces the value', async () => {
    await expect
      .poll(() => page.evaluate(`return document.querySelectorAll('[role=grid] input').length`), {
        timeout: 20_000
      })
      .toBe(2)
    await page.click(FIRST, 'right')
    await page.press('21')
    expect(await valueOf(FIRST)).toBe('21')
    await page.click('[aria-label="Row 1, Column 2"]', 'right')
    await page.click(FIRST, 'right')
    await page.press('9')
    expect(await valueOf(FIRST)).toBe('9')
  })
})
