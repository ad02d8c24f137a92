import { expect, test, type Page } from '@playwright/test'
import { deriveBrand } from '#programme/colours.ts'
import { ringFindings } from '../support/focus-ring.ts'
import { lostStates } from '../support/forced-colours.ts'
import { signIn } from '../support/signed-in.ts'

// What has the focus has a ring that everyone sees, in any brand's colour; what is selected is seen in forced colours. First that the computations find
// what is wrong, then the pages.

const samplePage = (style: string): string => `
  <style>
    a, button { position: static; background: #fff }
    :focus-visible { outline: 2px solid #0b6e75; outline-offset: 2px; box-shadow: 0 0 0 5px #fff }
    ${style}
  </style>
  <div class="outer" style="padding: 20px"><button>First</button></div>`

test('rings that nobody sees are found', async ({ page }) => {
  const found = async (style: string, extra = ''): Promise<string[]> => {
    await page.setContent(samplePage(style) + extra)
    return ringFindings(page)
  }
  expect(await found('')).toEqual([])
  expect(await found('button:focus-visible { outline: none }')).toEqual(['button “First”: no ring'])
  expect(await found('button:focus-visible { outline-width: 1px }')).toEqual([
    'button “First”: a ring of 1 px'
  ])
  expect(await found('button:focus-visible { outline-color: #f7e08a }')).toEqual([
    'button “First”: a ring of 1.3:1'
  ])
  // Two-tone: dark around, but between two white lines.
  expect(await found('.outer { background: #102030 }')).toEqual([])
  expect(await found('.outer { background: #102030 } button:focus-visible { box-shadow: none }')).toEqual([
    'button “First”: a ring of 2.8:1'
  ])
  expect(await found('.outer { overflow: hidden; padding: 0 !important; width: 60px }')).toEqual([
    expect.stringContaining('its ring is cut: left')
  ])
  expect(
    await found('', '<div style="position: fixed; inset: 0; background: #fff; z-index: 9">over</div>')
  ).toEqual(['button “First”: covered when it has the focus'])
})

test('states that forced colours take away are found', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = async (style: string): Promise<string[]> => {
    await page.setContent(
      `<style>${style}</style><p><button aria-pressed="true">One</button> <button aria-pressed="false">Two</button></p>`
    )
    return lostStates(page)
  }
  const lost = ['button “One”: nobody sees that it is pressed']
  expect(await found('[aria-pressed=true] { background: #cfe }')).toEqual(lost)
  expect(
    await found(
      '[aria-pressed=true] { box-shadow: 0 2px 0 red; background-image: linear-gradient(red, blue) }'
    )
  ).toEqual(lost)
  // A line that is clear elsewhere is drawn for both in forced colours.
  expect(
    await found('button { border: 2px solid transparent } [aria-pressed=true] { border-color: red }')
  ).toEqual(lost)
  expect(
    await found('[aria-pressed=true]::after { content: ""; display: block; height: 2px; background: red }')
  ).toEqual(lost)
  expect(await found('[aria-pressed=true] { font-weight: 700 }')).toEqual([])
  expect(await found('[aria-pressed=true] { text-decoration: underline }')).toEqual([])
  expect(await found('[aria-pressed=true]::after { content: "✓" }')).toEqual([])
})

/** As the build sets them. */
async function paint(page: Page, colour: string): Promise<void> {
  const brand = deriveBrand(colour)!
  await page.evaluate(
    shades => {
      for (const [name, value] of Object.entries(shades))
        document.documentElement.style.setProperty(name, value)
    },
    {
      '--brand': brand.brand,
      '--brand-ink': brand.ink,
      '--brand-text': brand.text,
      '--brand-tint': brand.tint,
      '--brand-line': brand.line,
      '--brand-mark': brand.mark
    }
  )
}

const brands = {
  mid: '#0b6e75',
  'near-black': '#0a0f1e',
  'pale yellow': '#fff3a0',
  red: '#e0001b',
  grey: '#808080'
}

async function expectSeen(page: Page): Promise<void> {
  for (const [name, colour] of Object.entries(brands)) {
    await paint(page, colour)
    expect(await ringFindings(page), name).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await lostStates(page)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

test('the login form, the hub, a section and a chart show focus and states', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expectSeen(page)

  await signIn(page)
  await page.goto('/projects/ward-staffing/data-collection')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible({ timeout: 20_000 })
  await expectSeen(page)

  await page
    .getByRole('table')
    .getByRole('link', { name: /^Skill mix/ })
    .first()
    .click()
  await expect(page.getByRole('grid').first()).toBeVisible({ timeout: 20_000 })
  await expectSeen(page)

  await page.goto('/projects/ward-staffing/results/establishment')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByText(/^Calculated/)).toBeVisible({ timeout: 20_000 })
  await expectSeen(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectSeen(page)
})
