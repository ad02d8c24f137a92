import { expect, type Page } from '@playwright/test'
import { cellNamed, openTable, test } from '../support/entry.ts'

// Each file of the code is missing in turn, as after a deployment. Whoever opens a section either has the section and keeps what they type, or
// is told what is wrong and how to go on. Nobody looks at an empty page. It takes minutes: `npm run test:long -- entry`.
test.skip(process.env['LONG'] !== '1', 'belongs to the long checks')

interface Manifest {
  files: { path: string }[]
}

const told = (page: Page) =>
  page
    .getByRole('heading', { name: 'Internal Server Error' })
    .or(page.getByText('This page could not be started.'))
    .first()

test('without any one file of the code no page is lost', async ({ page, table, site }) => {
  test.setTimeout(900_000)
  const own = await table({ rows: 2, columns: 2 })
  await openTable(page, own)
  const manifest = (await (await page.request.get(`${site.url}/manifest.json`)).json()) as Manifest
  const code = manifest.files.map(({ path }) => path).filter(path => /^assets\/.+\.js$/.test(path))
  expect(code.length).toBeGreaterThan(40)
  const working: string[] = []
  for (const [index, file] of code.entries()) {
    await test.step(file, async () => {
      const missing = `**/${file}`
      await page.route(missing, route =>
        route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
      )
      await page.goto(own.path)
      const grid = page.getByRole('grid', { name: own.name })
      await expect(grid.or(told(page)).first(), `without ${file}`).toBeVisible({ timeout: 20_000 })
      if (await grid.isVisible()) {
        working.push(file)
        const cell = cellNamed(page, own.cells[0] ?? '')
        await cell.fill(String(index + 1))
        await page.getByRole('button', { name: 'Guidance' }).click()
        await expect(page.getByRole('dialog'), `without ${file}`).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
        await page.getByRole('link', { name: 'Projects', exact: true }).hover()
        await expect(cell, `without ${file}`).toHaveValue(String(index + 1))
        await expect(page.getByText(/^All saved at/)).toBeVisible({ timeout: 20_000 })
      }
      await page.unroute(missing)
    })
  }
  expect(working.length, 'most code is not needed to go on with a section').toBeGreaterThan(code.length / 2)
})
