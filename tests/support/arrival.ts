// Waits until a screen of the island is shown, and until it has loaded.

import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { $view } from '#browser/app/view.ts'

/** While a screen's code loads, the previous screen stays. */
export const arrival = (address: string): Promise<void> =>
  waitFor(() => {
    const view = $view.get()
    expect(view.is === 'screen' ? view.path : view).toBe(address)
  })

/** Nothing is loading any more. */
export async function settle(): Promise<void> {
  await waitFor(() => {
    const main = document.querySelector('main')
    expect(main?.textContent).not.toBe('')
    expect(
      main?.querySelectorAll('[aria-busy="true"], [aria-label^="Loading"], [role="status"] .animate-pulse')
    ).toHaveLength(0)
  })
}
