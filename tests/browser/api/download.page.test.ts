import { expect, test } from 'vitest'
import { saveFile } from '#browser/api/download.ts'

test('a download leaves the page where it is', async () => {
  const before = location.href
  saveFile(new Blob(['a,b']), 'figures.csv')
  await new Promise(resolve => setTimeout(resolve))
  expect(location.href).toBe(before)
})
