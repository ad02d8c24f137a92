import { expect, type Locator, type Page } from '@playwright/test'
import { Window } from 'happy-dom'
import { seriousFindings } from '#tests/support/accessibility.ts'
import { lastingFaults } from '#tests/support/geometry.ts'
import { readQrCode } from '#tests/support/read-qr-code.ts'
import { signIn } from '#tests/support/signed-in.ts'
import { test } from '#tests/support/still-field.ts'

// A case code from the contributor who makes it to the respondent who hands the survey in: on the built site, with the real API.

async function openCodes(page: Page, role = 'contributor'): Promise<void> {
  await signIn(page, role)
  await page.goto('/projects')
  await page
    .getByRole('link', { name: /Enter data/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Manage codes: Patient experience survey' }).click()
  await expect(page.getByRole('table', { name: 'Case codes' })).toBeVisible()
}

/** Makes a code and answers its link, as it stands in the file. */
async function makeCode(page: Page): Promise<string> {
  await page.getByLabel('Number of new codes').fill('1')
  await page.getByRole('button', { name: 'Create codes' }).click()
  await expect(page.getByText('1 code created. New codes are at the end of the list.')).toBeVisible()
  const code = await page.getByRole('rowheader').last().textContent()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await (await download).createReadStream()
  const text = Buffer.concat(await file.toArray()).toString('utf8')
  const line = text.split('\r\n').find(row => row.startsWith(`${code},`)) ?? ''
  return line.split(',')[1] ?? ''
}

/** Reads the printed square of a code as a camera does. */
async function readPrinted(page: Page, code: string): Promise<string> {
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print QR sheet' }).click()
  await page.emulateMedia({ media: 'print' })
  const square = page.getByRole('img', { name: `QR code of ${code}`, exact: true })
  const drawn = await square.evaluate(element => element.outerHTML)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const { document } = new Window()
  document.body.innerHTML = drawn
  return readQrCode(document.body.firstElementChild as unknown as Element)
}

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a respondent answers by keyboard, comes back, hands in, and cannot reopen it', async ({
  page,
  browser
}) => {
  // Six states are looked over by axe on the way.
  test.slow()
  await openCodes(page)
  expect(await seriousFindings(page), 'case codes').toEqual([])
  const link = await makeCode(page)
  expect(await readPrinted(page, decodeURIComponent(link.split('/').at(-1) ?? ''))).toBe(link)

  const respondent = await (await browser.newContext()).newPage()
  await respondent.goto(new URL('.', link).href.replace(/\/$/, ''))
  await expect(title(respondent, 'Enter your case code')).toBeVisible()
  await respondent.keyboard.type(
    decodeURIComponent(link.split('/').at(-1) ?? '')
      .toLowerCase()
      .replaceAll('-', ' ')
  )
  await respondent.keyboard.press('Enter')
  await expect(title(respondent, 'Patient experience survey')).toBeVisible()
  await expect(respondent).toHaveURL(link)

  await respondent.getByRole('link', { name: 'Start' }).press('Enter')
  await expect(title(respondent, 'When and why')).toBeFocused()
  await respondent.keyboard.press('Tab')
  await respondent.keyboard.type('31/12/26x')
  await respondent.keyboard.press('Tab')
  await expect(respondent.getByText(/Enter a date/)).toBeVisible()
  expect(await seriousFindings(respondent), 'a fault').toEqual([])
  await respondent.keyboard.press('Shift+Tab')
  await respondent.keyboard.type('3/9/2026')
  // Past the tick box to the first card; arrows choose among the cards.
  for (const key of ['Tab', 'Tab', 'Space', 'ArrowDown', 'Tab', 'Tab', 'Space'])
    await respondent.keyboard.press(key)
  await expect(respondent.getByRole('radio', { name: 'Without an appointment' })).toBeChecked()
  await expect(respondent.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(respondent.getByText('Saved', { exact: true })).toBeVisible()
  await expect(respondent.getByRole('progressbar', { name: 'Answered' })).toHaveAttribute(
    'aria-valuenow',
    '60'
  )

  await respondent.reload()
  await expect(respondent.getByRole('textbox', { name: 'When was it?' })).toHaveValue('3 Sep 2026')
  await respondent.getByRole('button', { name: 'Next: How it went' }).press('Enter')
  await respondent.getByRole('textbox', { name: /From 0 to 10/ }).fill('8')
  await respondent.getByRole('radio', { name: 'No', exact: true }).press('Space')
  const minutes = respondent.getByRole('spinbutton', { name: 'minutes' })
  await minutes.fill('90')
  await respondent.getByRole('radio', { name: '2 (Hard)' }).press('Space')
  await respondent.keyboard.press('ArrowRight')
  await expect(respondent.getByRole('radio', { name: '3 (Neither)' })).toBeChecked()
  const [best, bestName] = [
    respondent.getByRole('radio', { name: '5 (Very easy)' }),
    respondent.getByText('Very easy')
  ]
  const edgeOf = async (found: Locator) => {
    const { x, width } = (await found.boundingBox())!
    return Math.round(x + width)
  }
  expect(Math.abs((await edgeOf(best)) - (await edgeOf(bestName)))).toBeLessThanOrEqual(2)
  await respondent.keyboard.press('4')
  await expect(minutes).toHaveValue('30')
  await expect(respondent.getByRole('spinbutton', { name: 'hours' })).toHaveValue('1')
  expect(await seriousFindings(respondent), 'a duration and a scale').toEqual([])
  await respondent.getByRole('button', { name: 'Next: In your words' }).press('Enter')
  await respondent.getByRole('button', { name: 'Check your answers' }).press('Enter')
  await expect(title(respondent, 'Check your answers')).toBeFocused()
  await expect(respondent.getByRole('progressbar', { name: 'Answered' })).toHaveAttribute(
    'aria-valuenow',
    '100'
  )
  await expect(respondent.getByText('1:30')).toBeVisible()
  await expect(respondent.getByText('4 (Easy)')).toBeVisible()
  expect(await seriousFindings(respondent), 'review').toEqual([])
  await respondent.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(title(respondent, 'Thank you, your answers have been submitted')).toBeVisible()
  await expect(respondent.getByText('Without an appointment')).toBeVisible()
  expect(await seriousFindings(respondent), 'confirmation').toEqual([])

  await respondent.goBack()
  await expect(title(respondent, 'This case has been submitted')).toBeVisible()
  expect(await seriousFindings(respondent), 'refusal').toEqual([])
  await respondent.context().close()

  const lead = await (await browser.newContext()).newPage()
  await openCodes(lead, 'lead')
  const rate = lead.getByRole('region', { name: 'Response rate by day' })
  await expect(rate.getByText(/^[1-9]\d* of \d+ codes completed \(\d+%\)\.$/)).toBeVisible()
  await rate.getByText('Show as a table').click()
  await expect(rate.getByRole('row').last().getByRole('cell').first()).toHaveText(/^[1-9]\d*$/)
  await lead.context().close()
})

test('an answer given without a connection is kept, and sent when it is back', async ({ page, browser }) => {
  await openCodes(page)
  const link = await makeCode(page)
  const respondent = await (await browser.newContext()).newPage()
  await respondent.goto(`${link}/questions`)
  await expect(title(respondent, 'When and why')).toBeVisible()
  await respondent.context().setOffline(true)
  await respondent.getByRole('radio', { name: 'By appointment' }).check()
  await expect(respondent.getByText(/^Offline\. 1 answer kept on this device/).first()).toBeVisible()
  await respondent.getByRole('button', { name: 'Next: How it went' }).click()
  await expect(title(respondent, 'How it went')).toBeVisible()
  await respondent.context().setOffline(false)
  await expect(respondent.getByText('Saved', { exact: true })).toBeVisible()
  await respondent.reload()
  await respondent.getByRole('link', { name: 'Back' }).click()
  await expect(respondent.getByRole('radio', { name: 'By appointment' })).toBeChecked()
  await respondent.context().close()
})

test('on a phone each question has a screen, made for thumbs, with the keyboard or the picker of its type', async ({
  page,
  browser
}) => {
  await openCodes(page)
  const link = await makeCode(page)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const phone = await context.newPage()
  await phone.addInitScript(() => sessionStorage.setItem('small-window', '1'))
  await phone.goto(`${link}/questions`)
  const next = phone.getByRole('button', { name: 'Next', exact: true })
  const question = (name: string | RegExp) => phone.getByRole('heading', { name, level: 1 })
  const fits = async (): Promise<void> => expect(await lastingFaults(phone, { target: 44 })).toEqual([])

  await expect(question(/^When was it/)).toBeFocused()
  await expect(phone.getByText('Question 1 of 8')).toBeVisible()
  const progress = (name: string) => phone.getByRole('progressbar', { name })
  await expect(progress('Question 1 of 8')).toHaveAttribute('aria-valuenow', '0')
  await expect(phone.getByRole('radio')).toHaveCount(0)
  const date = phone.getByLabel(/^When was it/)
  await expect(date).toHaveAttribute('type', 'date')
  await fits()
  await date.fill('2026-09-03')
  await next.tap()
  await expect(question(/^How did you come/)).toBeFocused()
  await fits()
  await phone.getByText('By appointment', { exact: true }).tap()
  await next.tap()
  await phone.getByText('No', { exact: true }).tap()
  // All that is required of the part is answered; most of the questions are still to come.
  await expect(progress('Question 3 of 8')).toHaveAttribute('aria-valuenow', '25')
  await next.tap()

  // What is wrong keeps the screen; the keyboard's own “next” goes on.
  await expect(phone.getByText(/^Part 2 of /)).toBeVisible()
  const figure = phone.getByRole('textbox', { name: /From 0 to 10/ })
  await expect(figure).toHaveAttribute('inputmode', 'numeric')
  await figure.fill('80')
  await next.tap()
  await expect(figure).toBeFocused()
  await fits()
  await figure.fill('8')
  await figure.press('Enter')
  await expect(figure).toHaveCount(0)
  await phone.getByRole('link', { name: 'Back' }).tap()
  await expect(figure).toHaveValue('8')

  // From the review to one answer and back.
  await phone.goto(`${link}/questions?part=review`)
  await expect(question('Check your answers')).toBeVisible()
  await fits()
  const change = phone.getByRole('link', { name: 'Change: How did you come to us?' })
  const middleOf = async (found: Locator) => {
    const { y, height } = (await found.boundingBox())!
    return y + height / 2
  }
  const name = phone.getByText('How did you come to us?', { exact: true })
  expect(Math.abs((await middleOf(change)) - (await middleOf(name)))).toBeLessThanOrEqual(2)
  await change.tap()
  await phone.getByText('Without an appointment', { exact: true }).tap()
  await phone.getByRole('button', { name: 'Check your answers' }).tap()
  await expect(phone.getByText('Without an appointment')).toBeVisible()
  await context.close()
})
