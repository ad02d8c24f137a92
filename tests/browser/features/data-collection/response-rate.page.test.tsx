// The response rate of a survey is that of the codes in the list below it.

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const { start } = useIsland(useServer())

const press = (name: string) => clickFound(screen.findByRole('button', { name }))
/** Presses that button of the last code that has it, and returns its code. */
async function pressLast(verb: string): Promise<string> {
  const name = screen
    .getAllByRole('button', { name: new RegExp(`^${verb}: `) })
    .at(-1)!
    .getAttribute('aria-label')!
  await press(name)
  return name.replace(`${verb}: `, '')
}

test('the response rate counts codes that are created, deleted, revoked and restored', async () => {
  await start('/projects/ward-staffing/data-collection', 'contributor')
  await press('Manage codes: Patient experience survey')
  const rate = await screen.findByText(/^\d+ of \d+ codes completed \(\d+%\)\.$/)
  const [, total, count] = /^(\d+) of (\d+) /.exec(rate.textContent ?? '')!.map(Number)
  const expectCodes = (difference: number) =>
    waitFor(() => expect(rate.textContent).toMatch(`${total} of ${count! + difference} codes completed (`))
  await act(
    async () =>
      void fireEvent.change(screen.getByLabelText('Number of new codes'), { target: { value: '3' } })
  )
  await press('Create codes')
  await expectCodes(3)
  await pressLast('Delete')
  await press('Delete code')
  await expectCodes(2)
  const code = await pressLast('Revoke')
  await press('Revoke code')
  await expectCodes(1)
  await press(`Restore: ${code}`)
  await expectCodes(2)
})
