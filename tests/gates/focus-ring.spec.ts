import { expect, type Page } from '@playwright/test'
import { brandStyle, deriveBrand } from '#programme/colours.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { apiOrigin } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { ringFindings } from '#tests/support/focus-ring.ts'
import { lostStates, plateTexts } from '#tests/support/forced-colours.ts'
import { windows } from '#tests/support/gate/conditions.ts'
import { faintMarks } from '#tests/support/mark-contrast.ts'
import { signIn } from '#tests/support/signed-in.ts'

// What has the focus has a ring that everyone sees, what is selected is seen in forced colours, and marks are clear. First that the computations find
// what is wrong, then two states that the gate does not bring about.

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

  const main = 'button { background: Highlight; color: Canvas }'
  await found(main)
  expect(await plateTexts(page)).toEqual(['button “One”: nobody reads it', 'button “Two”: nobody reads it'])
  await found(`${main} button { forced-color-adjust: none }`)
  expect(await plateTexts(page)).toEqual([])
})

test('marks that nobody sees are found', async ({ page }) => {
  const found = async (body: string): Promise<string[]> => {
    await page.setContent(`<body style="background: #fff; color: #18202c">${body}`)
    return faintMarks(page)
  }
  const field = (border: string): string => `<label>Beds <input style="border: 1px solid ${border}"></label>`
  expect(await found(field('#7f8897'))).toEqual([])
  expect(await found(field('#c3cad5'))).toEqual(['field input “Beds” 1.6:1'])
  expect(await found('<div style="background: #18202c">' + field('#465163') + '</div>')).toEqual([])
  const icon = (colour: string): string =>
    `<button>Save <svg><path fill="none" stroke="${colour}" d="M0 0H9"/></svg></button>`
  expect(await found(icon('#616b7c'))).toEqual([])
  expect(await found(icon('#f7e08a'))).toEqual(['drawing in button “Save” 1.1:1'])
  const bars = (outline: string): string =>
    `<svg data-chart aria-label="Rank"><path class="mark" fill="#a9d0d2" stroke="${outline}" d="M0 0h9v9z"/><path class="mark" fill="#0b6e75" d="M10 0h9v9z"/></svg>`
  expect(await found(bars('#7f8897'))).toEqual([])
  expect(await found(bars('none'))).toEqual(['mark of the chart svg “Rank” 1.6:1'])
  const thinBar = (contour: string): string =>
    `<svg data-chart aria-label="Rank"><path class="mark" fill="#a9d0d2" d="M0 0h2v9H0z"/><path class="js-line" fill="none" stroke="${contour}" d="M0 0h2"/></svg>`
  expect(await found(thinBar('#7f8897'))).toEqual([])
  expect(await found(thinBar('#c3cad5'))).toContain('mark of the chart svg “Rank” 1.6:1')
  const dot = (colour: string): string =>
    `<p>Late <i style="display: block; width: 8px; height: 8px; background: ${colour}"></i></p>`
  expect(await found(dot('#b8262c'))).toEqual([])
  expect(await found(dot('rgb(184 38 44 / 0.3)'))).toEqual([
    expect.stringMatching(/^dot in p “Late” 1\.\d:1$/)
  ])
})

const brands = { 'near-black': '#0a0f1e', 'pale yellow': '#fff3a0', red: '#e0001b' }

async function expectSeen(page: Page): Promise<void> {
  for (const [name, colour] of Object.entries(brands)) {
    await page.evaluate(
      shades => {
        const { style } = document.documentElement
        for (const [, shade = '', value = ''] of shades.matchAll(/(--[a-z-]+):([^;}]+)/g))
          style.setProperty(shade, value)
      },
      brandStyle(deriveBrand(colour)!)
    )
    expect(await ringFindings(page), name).toEqual([])
  }
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await lostStates(page)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
  expect(await paleTexts(page)).toEqual([])
  await page.emulateMedia({ contrast: 'no-preference' })
}

/** With more contrast asked for, every ink has 7:1 on every ground and every line 3:1 (WCAG 1.4.6, 1.4.11). */
const paleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = getComputedStyle(document.documentElement)
    const luminance = (name: string): number => {
      const probe = document.createElement('i')
      probe.style.color = root.getPropertyValue(name)
      document.body.append(probe)
      const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(part => Number(part) / 255)
      probe.remove()
      const [red = 0, green = 0, blue = 0] = parts.map(part =>
        part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ratio = (one: string, other: string): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const least: [name: string, ratio: number][] = [
      ['--ink', 7],
      ['--ink-2', 7],
      ['--ink-3', 7],
      ['--line', 3],
      ['--line-strong', 3],
      ['--line-field', 3]
    ]
    return ['--surface', '--canvas', '--sunken'].flatMap(ground =>
      least
        .filter(([name, wanted]) => ratio(name, ground) < wanted)
        .map(([name]) => `${name} on ${ground}: ${ratio(name, ground).toFixed(2)}`)
    )
  })

test('refused fields and an open menu show focus and states', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expectSeen(page)

  await signIn(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectSeen(page)
})

test('in small windows no message lies over what has the focus, and a chart shows its whole ring', async ({
  page
}) => {
  await page.addInitScript(() => sessionStorage.setItem('small-window', '1'))
  await signIn(page, 'contributor')
  for (const window of ['small phone', 'zoom 400 %'] as const) {
    await page.setViewportSize(windows[window])
    // Only admins have it: the page is another one, with a message.
    await page.goto('/users')
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toBeVisible()
    expect(await ringFindings(page), window).toEqual([])
  }
  const ask = createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } })
  await page.goto(await findScreens(ask).chart())
  await expect(page.getByRole('slider').locator('.main-svg').first()).toBeVisible()
  expect(await ringFindings(page)).toEqual([])
})
