import { expect, test, vi } from 'vitest'
import { saveFile } from '#browser/api/download.ts'

test('a download leaves the page where it is', async () => {
  const before = location.href
  saveFile(new Blob(['a,b']), 'figures.csv')
  await new Promise(resolve => setTimeout(resolve))
  expect(location.href).toBe(before)
})

test.each(['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'])(
  'a control of the reading direction (%j) is not in the name of a file',
  control => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    saveFile(new Blob(['a,b']), `figures ${control}gpj.csv`)
    const [link] = click.mock.contexts
    click.mockRestore()
    expect((link as HTMLAnchorElement).download).toBe('figures gpj.csv')
  }
)
