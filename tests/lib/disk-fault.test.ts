import { expect, test } from 'vitest'
import { diskFaultText } from '#lib/disk-fault.ts'

const fault = (code: string, path?: string): Error =>
  Object.assign(new Error('as the system says it'), { code, path })

test('a disk error is a sentence that says what to do', () => {
  expect(diskFaultText(fault('ENOSPC', '/backups/today'))).toBe(
    'The disk is full, so /backups/today could not be written. Free some space and run this again.'
  )
  expect(diskFaultText(fault('ENOSPC'))).toBe('The disk is full. Free some space and run this again.')
  expect(diskFaultText(new Error('not written', { cause: fault('EROFS', '/mnt') }))).toBe(
    '/mnt is on a disk that can only be read. Choose another folder.'
  )
  expect(diskFaultText(fault('ENOENT', '/nowhere/today'))).toBe(
    'There is no /nowhere/today. Check its name and its folder.'
  )
})

test('any other error is not a disk error and keeps its stack', () => {
  expect([fault('ECONNRESET'), new Error('ENOSPC'), 'ENOSPC'].map(diskFaultText)).toEqual([null, null, null])
})
