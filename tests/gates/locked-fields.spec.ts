import { expect } from '@playwright/test'
import * as colours from '#tests/support/colour-in-page.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { test } from '#tests/support/e2e-test.ts'
import { applyConditions, brands, type Conditions } from '#tests/support/gate/conditions.ts'
import { signIn } from '#tests/support/signed-in.ts'

// Answers that cannot be changed are read as well as any others, and have no box that looks as if it could be filled in: in every brand and in the system's own colours.

const usual: Conditions = { window: '1280', spacing: 'usual', colours: 'usual', brand: 'mid' }
const looks: Conditions[] = [
  ...(Object.keys(brands) as Conditions['brand'][]).map(brand => ({ ...usual, brand })),
  { ...usual, colours: 'forced' }
]

/** In the page: each answer with the contrast of its text, and whether it looks like a field that takes one. Every control counts: choices are read as text too. */
const script = `(() => {
${Object.values(colours).map(String).join('\n')}
const fields = [...document.querySelectorAll('form[data-cells] :is(input, textarea, select)')]
return fields.filter(field => field.checkVisibility()).map(field => {
  const style = getComputedStyle(field)
  return {
    name: field.getAttribute('aria-label') ?? field.id,
    isLocked: field.type !== 'checkbox' && field.type !== 'radio' && field.readOnly,
    hasBox: ['Top', 'Right', 'Bottom', 'Left'].some(side =>
      style['border' + side + 'Style'] !== 'none' && parseFloat(style['border' + side + 'Width']) > 0 && rgbOf(style['border' + side + 'Color']).a > 0),
    opacity: Number(style.opacity),
    ratio: Math.min(
      ...[style, getComputedStyle(field, '::placeholder')].map(({ color }) => contrast(over(rgbOf(color), groundOf(field)), groundOf(field)))
    )
  }
})
})()`

interface Answer {
  name: string
  isLocked: boolean
  hasBox: boolean
  opacity: number
  ratio: number
}

test('a viewer reads every answer', async ({ page }) => {
  await signIn(page, 'viewer')
  await page.goto(`${siteUrl('wards')}/projects/ward-staffing/data-collection`)
  await page.getByRole('link', { name: /^View/ }).first().click()
  await expect(page.getByLabel('Share of beds in single rooms').first()).toBeVisible()
  for (const look of looks) {
    await applyConditions(page, look)
    const answers = await page.evaluate<Answer[]>(script)
    expect(answers.length).toBeGreaterThan(3)
    expect(answers.filter(({ isLocked }) => !isLocked)).toEqual([])
    if (look.colours === 'usual') expect(answers.filter(({ hasBox }) => hasBox)).toEqual([])
    expect(answers.filter(({ ratio, opacity }) => ratio < 4.5 || opacity < 1)).toEqual([])
  }
})
