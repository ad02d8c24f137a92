import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { siteUrl } from '#tests/support/e2e-site.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { test } from '#tests/support/still-field.ts'

// An admin builds a questionnaire from nothing, tries it, and someone else answers it.

const PAGE = `${siteUrl('wards')}/projects/ward-staffing/data-collection`
const NAME = 'Falls on the ward'

const outline = (page: Page) => page.getByRole('navigation', { name: 'Questionnaire' })
const settings = (page: Page) => page.getByRole('complementary', { name: 'Settings' })

async function add(page: Page, what: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${what}`, exact: true }).click()
  await page.getByLabel(`Name of the new ${what}`, { exact: true }).fill(name)
  await page.keyboard.press('Enter')
}

async function addQuestion(page: Page, text: string): Promise<void> {
  await add(page, 'question', text)
  await expect(settings(page).getByLabel('Wording')).toHaveValue(text)
  await page.getByRole('button', { name: 'Done' }).click()
}

test('a questionnaire from nothing to its first answer', async ({ page, browser }) => {
  await signIn(page, 'admin')
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Form' }).click()
  await outline(page).getByRole('button', { name: 'New questionnaire' }).click()
  const dialog = page.getByRole('dialog', { name: 'New questionnaire' })
  await dialog.getByLabel('Name').fill(NAME)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create questionnaire' }).click()
  await expect(page.getByText('This questionnaire has no sections')).toBeVisible()

  await add(page, 'section', 'Falls')
  await expect(page.getByRole('heading', { name: 'Falls', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await add(page, 'sub-section', 'In September')
  // The list grows above the button.
  await expect(outline(page).getByText('In September')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await addQuestion(page, 'How many patients fell?')
  await addQuestion(page, 'How many were hurt?')

  // The second is asked only where the first has something to be asked about.
  const rule = settings(page).getByRole('textbox', { name: 'Show only if' })
  await rule.fill('fell')
  await rule.press('Backspace')
  await page.keyboard.type('l')
  await page.getByRole('option', { name: /^How many patients fell/ }).click()
  await expect(rule).toHaveValue('[How many patients fell?]')
  await page.keyboard.press('End')
  await page.keyboard.type(' > plan')
  await settings(page).getByLabel('Wording').focus()
  await expect(settings(page).getByText('“plan” is not a known name.')).toBeVisible()
  await rule.fill('[How many patients fell?] > 0')
  await settings(page).getByLabel('Wording').focus()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await expect(settings(page).getByText('“plan” is not a known name.')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Preview as respondent' }).click()
  const preview = page.getByRole('dialog', { name: `Preview: ${NAME}` })
  await expect(preview.getByRole('textbox', { name: 'How many patients fell?' })).toBeVisible()
  await expect(preview.getByRole('textbox', { name: 'How many were hurt?' })).toBeHidden()
  await preview.getByRole('textbox', { name: 'How many patients fell?' }).fill('3')
  await expect(preview.getByRole('textbox', { name: 'How many were hurt?' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await preview.getByRole('button', { name: 'Close' }).click()

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, 'contributor')
  await other.goto(PAGE)
  await other.getByRole('link', { name: /Falls/ }).first().click()
  await other.getByRole('textbox', { name: 'How many patients fell?' }).fill('4')
  await other.getByRole('textbox', { name: 'How many were hurt?' }).fill('1')
  await expect(other.getByText(/^All saved at/)).toBeVisible()
  await context.close()

  // What the answer forbids is said to the admin who comes back.
  await page.reload()
  await page.getByRole('button', { name: /^How many patients fell/ }).click()
  await expect(settings(page).getByText(/^1 ward has answered this/)).toBeVisible()
  await expect(settings(page).getByRole('button', { name: 'Number', exact: true })).toBeDisabled()
})

test('guidance is formatted with buttons, links and pasted text, and no markup is shown', async ({
  page
}) => {
  await signIn(page, 'admin')
  await page.goto(`${PAGE}?view=questions`)
  await outline(page)
    .getByRole('button', { name: /^Narrative/ })
    .click()
  const box = settings(page).getByRole('textbox', { name: 'Guidance' })
  await box.fill('')
  await box.pressSequentially('Count posts')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await settings(page).getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('beds')
  await settings(page).getByRole('button', { name: 'List' }).click()
  await expect(settings(page).getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('the guide')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Control+k')
  const address = settings(page).getByLabel('Link address')
  await address.fill('not an address')
  await page.keyboard.press('Enter')
  await expect(settings(page).getByText('Enter a web address', { exact: false })).toBeVisible()
  await address.fill('example.org/guide')
  await page.keyboard.press('Enter')
  await expect(box.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'href',
    'https://example.org/guide'
  )
  await expect(box.getByRole('listitem')).toHaveText(['beds', 'the guide'])
  expect(await box.innerHTML()).toContain('<b>posts</b>')
  expect(await seriousFindings(page)).toEqual([])

  // Pasted markup is cleaned as everywhere, and the browser's own undo takes it back.
  await page.keyboard.press('ArrowRight')
  await box.evaluate(element => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<em>pasted</em><img src="/x"><script>x</script>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(box.getByRole('emphasis')).toHaveText('pasted')
  await expect(box.getByRole('img')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(box.getByRole('emphasis')).toHaveCount(0)

  // Leaving the field saves it, and respondents read it.
  await settings(page).getByLabel('Name').focus()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await page.getByRole('button', { name: 'Preview as respondent' }).click()
  const preview = page.getByRole('dialog', { name: /^Preview/ })
  await expect(preview.getByRole('listitem')).toHaveText(['beds', 'the guide'])
  await expect(preview.getByText('Count posts')).toBeVisible()
})

test('the builder by keyboard, in a narrow window and at 200 %', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto(`${PAGE}?view=questions`)
  const entry = outline(page).getByRole('button', { name: /^Establishment/ })
  await entry.click()
  await entry.press('Alt+ArrowUp')
  const first = outline(page).getByRole('listitem').first()
  await expect(first).toContainText('Establishment')
  await expect(entry).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(first).toContainText('Ward profile')
  // 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByRole('button', { name: 'Preview as respondent' })).toBeVisible()
  // Its three parts stand below each other, and none is cut off at the side.
  for (const part of [outline(page), page.getByRole('heading', { level: 1 }), settings(page)]) {
    const { x, width } = (await part.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(640)
  }
  expect(await seriousFindings(page)).toEqual([])
})
