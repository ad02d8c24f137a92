import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#browser/app/error-boundary.tsx'
import { setRouteTitle, usePageTitle } from '#browser/navigation/page-title.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { pageConfig } from '#tests/support/page-config.ts'

afterEach(cleanup)

function FailingScreen({ isBroken }: { isBroken: boolean }) {
  usePageTitle('Vacancy rate')
  if (isBroken) throw new Error('no such figure')
  return <p>9.7 %</p>
}

test('a screen that throws gives the tab the title of the error page, and the next screen its own again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setRuntimeConfig(pageConfig)
  setRouteTitle('Chart')
  const screenAt = (path: string, isBroken: boolean) => (
    <ErrorBoundary path={path}>
      <FailingScreen isBroken={isBroken} />
    </ErrorBoundary>
  )
  const { rerender } = render(screenAt('/a', false))
  expect(document.title).toBe(`Vacancy rate - ${pageConfig.programmeName}`)
  rerender(screenAt('/a', true))
  await waitFor(() => expect(document.title).toBe(`Internal Server Error - ${pageConfig.programmeName}`))
  rerender(screenAt('/b', false))
  await waitFor(() => expect(document.title).toBe(`Vacancy rate - ${pageConfig.programmeName}`))
})
