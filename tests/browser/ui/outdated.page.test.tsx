import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { err, ok, type Result } from '#lib/result.ts'

afterEach(cleanup)

test('what could not be read again after a change says so, until it could', async () => {
  const store = loadableStore<string>()
  await store.load('one', async () => ok('before'))
  let reply: Result<string> = err(GENERIC_FAILURE, 503)
  const reload = (): Promise<void> => store.reload('one', async () => reply)
  render(<OutdatedNotice of={store} what="The queries" onRetry={reload} />)
  expect(screen.queryByRole('alert')).toBeNull()
  await act(reload)
  expect(screen.getByRole('alert').textContent).toContain(
    'The queries could not be updated, so your last change may not be shown.'
  )
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(screen.getByRole('alert')).toBeTruthy()
  reply = ok('after')
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(store.get()).toEqual({ state: 'ready', value: 'after' })
})
