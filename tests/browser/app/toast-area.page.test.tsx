import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import ToastArea from '#browser/app/overlays/toast-area.tsx'
import { $toasts, showToast } from '#browser/stores/toasts.ts'

afterEach(() => {
  cleanup()
  $toasts.set([])
})

test('a refusal that names a field of the API is shown as a sentence', async () => {
  render(<ToastArea />)
  await act(
    async () => void showToast({ text: 'version: someone else has changed this; reload it', status: 'error' })
  )
  expect(screen.getByText('Someone else has changed this; reload it.')).toBeTruthy()
})
