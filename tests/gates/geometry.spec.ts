import { expect } from '@playwright/test'
import { test } from '#tests/support/e2e-test.ts'
import { geometryFaults } from '#tests/support/geometry.ts'
import { recordMovedFields } from '#tests/support/still-field.ts'

// The computation itself, on small pages with one fault each. What it finds on the product's pages, other tests ask.

const sound = `<main><h1>A page</h1><p>Words with <a href="#x">a link</a> in a sentence.</p>
  <div style="overflow-x:auto;width:300px"><div style="width:2000px">Wide, and scrolls in itself</div></div>
  <p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap;width:80px" title="All of a long name">All of a long name</p>
  <p style="overflow:hidden;height:20px;width:80px;line-height:20px" title="A state until its date"><span>A state</span><br><span>until its date</span></p>
  <label style="position:relative;display:block;height:32px">Ward <b>4B</b><select style="position:absolute;inset:0;opacity:0"><option>4B</select></label>
  <label style="display:block;padding:6px"><input type="checkbox"> Ticked</label>
  <a href="#y" style="position:relative;font-size:10px;line-height:12px">Small<i style="position:absolute;inset:-8px"></i></a>
  <p style="width:60px">Short words one below another</p>
  <table><tr><td>12,553,253</td><td style="width:80px">3.8 to 6.7</td></tr></table>
  <button style="height:32px">Save</button></main>`

const faulty: Record<string, [body: string, finding: RegExp]> = {
  'a page that scrolls sideways': ['<p style="width:900px">Too wide</p>', /^too wide: p “Too wide”/],
  'a text cut at the side': [
    '<p style="overflow:hidden;white-space:nowrap;width:40px">Cut in the middle</p>',
    /^cut: p “Cut in the middle”/
  ],
  'an ellipsis without the whole text': [
    '<p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap;width:40px">Nobody knows the rest</p>',
    /^cut: p “Nobody knows/
  ],
  'a text cut below': [
    '<p style="overflow:hidden;height:12px;line-height:20px;width:60px">One two three four five</p>',
    /^cut/
  ],
  'a text wrapped out of sight that no title has': [
    '<p style="overflow:hidden;height:20px;width:80px;line-height:20px" title="A state"><span>A state</span><br><span>until its date</span></p>',
    /^cut: span “until its date”/
  ],
  'a text squeezed to a letter or two a line': [
    '<p style="width:14px;overflow-wrap:anywhere">Summary</p>',
    /^squeezed: p “Summary”: \d lines for 7 letters/
  ],
  'a figure that runs out of its cell': [
    '<table style="table-layout:fixed;width:90px"><tr><td>12,553,253</td><td></td><td></td></tr></table>',
    /^spilled: td “12,553,253”/
  ],
  'a figure that is read digit by digit': [
    '<table><tr><td style="width:9px;max-width:9px;overflow-wrap:anywhere">12.5</td></tr></table>',
    /^squeezed: td “12.5”: 4 lines for 4 letters/
  ],
  'a button under a bar': [
    '<button style="height:40px">Save</button><div style="position:absolute;inset:0;background:white">Bar</div>',
    /^covered: button “Save” by div “Bar”/
  ],
  'two texts on each other': [
    '<p>The first</p><p style="position:relative;top:-34px">The second</p>',
    /^covered: p “The first” by p “The second”/
  ],
  'a target that is too small': [
    '<button style="width:16px;height:16px;padding:0">×</button>',
    /^small target: button “×” 16×16/
  ],
  'a link in a list, beside its size': [
    '<ul><li style="font-size:10px;line-height:12px"><a href="#y">Terms</a> · 5 MB</li></ul>',
    /^small target: a “Terms”/
  ],
  'bars that leave no page': [
    '<div style="position:fixed;inset:0 0 auto;height:340px;background:white">Menu</div><p style="margin-top:400px">Words</p>',
    /^bars: \d+% of the height: div “Menu”/
  ]
}

const page390 = { width: 390, height: 600 }

test('a sound page has no finding, at 24 px; at 44 its small targets are found', async ({ page }) => {
  await page.setViewportSize(page390)
  await page.setContent(`<!doctype html>${sound}`)
  expect(await geometryFaults(page)).toEqual([])
  expect(await geometryFaults(page, { target: 44 })).toContainEqual(
    expect.stringMatching(/small target: button “Save”/)
  )
})

for (const [name, [body, finding]] of Object.entries(faulty)) {
  test(`finds ${name}`, async ({ page }) => {
    await page.setViewportSize(page390)
    await page.setContent(`<!doctype html><main>${body}</main>`)
    expect(await geometryFaults(page)).toContainEqual(expect.stringMatching(finding))
  })
}

test('what floats is looked at alone, and found where it leaves the window', async ({ page }) => {
  await page.setViewportSize(page390)
  const menu = (top: number): string =>
    `<!doctype html><p>Words below</p><div role="menu" style="position:fixed;left:0;top:${top}px;background:#fff"><button style="height:32px">Open</button></div>`
  await page.setContent(menu(0))
  expect(await geometryFaults(page, { within: '[role=menu]' })).toEqual([])
  await page.setContent(menu(580))
  expect(await geometryFaults(page, { within: '[role=menu]' })).toEqual(['outside: div[menu] “Open”: bottom'])
})

test('looks at an open dialog alone, and leaves the page scrolled as it was', async ({ page }) => {
  await page.setViewportSize(page390)
  await page.setContent(
    `<!doctype html><button style="width:10px;height:10px">×</button><div style="height:2000px"></div><p>End</p>
    <dialog><button style="width:12px;height:12px;padding:0">+</button></dialog>`
  )
  await page.evaluate(() => scrollTo(0, 300))
  await geometryFaults(page)
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  expect(await geometryFaults(page)).toEqual(['small target: button “+” 12×12'])
})

test('a notice that pushes the field with the caret is noted, one below it is not', async ({ page }) => {
  const moved = await recordMovedFields(page.context())
  await page.goto('about:blank')
  await page.setContent('<!doctype html><main><input aria-label="Beds"></main>')
  await page.getByRole('textbox').focus()
  const twoFrames = (): Promise<void> =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
  await twoFrames()
  await page.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p>Saved</p>'))
  await twoFrames()
  expect(moved).toEqual([])
  await page.evaluate(() =>
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<p>Offline</p>')
  )
  await expect.poll(() => moved).toEqual([expect.stringMatching(/^Beds by \d+ px$/)])
})
