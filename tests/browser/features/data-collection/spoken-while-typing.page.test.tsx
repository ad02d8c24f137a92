import '#tests/support/indexed-db.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { holdTimers } from '#tests/support/held-timers.ts'
import { useIsland } from '#tests/support/island.tsx'
import { listenToLiveRegions } from '#tests/support/live-regions.ts'
import { goOffline } from '#tests/support/offline.ts'
import { eventually } from '#tests/support/patience.ts'
import { strokeKeys } from '#tests/support/section-form.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

// A screen reader speaks over what someone types: it says once that all is saved, and nothing for each number.

const server = useServer()
/** Replies to saves so far. */
let saves = 0
const { start } = useIsland(server, {
  fetch: async (input, init) => {
    const reply = await server.fetch(input, init)
    if (reply.ok && (input as Request).url.endsWith('/section-submission')) saves += 1
    return reply
  }
})

/** After which the typing has stopped, as src/browser/section/sync/save-announcement.tsx has it. */
const TYPING_PAUSE_MS = 5000

async function openSection(): Promise<void> {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const { place, questionnaire_id, section_id } = await cellOf(
    server,
    ward,
    'Day shift, actual hours',
    'Band 6'
  )
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`,
    'contributor'
  )
  await waitFor(() => expect(document.getElementById(fieldId(cellKey(place)))).not.toBeNull())
}

/** Types a number into each of the first ten cells that take one, each saved before the next. */
async function typeTenNumbers(afterEach: () => Promise<void>): Promise<void> {
  const fields = [...document.querySelectorAll<HTMLInputElement>('form[data-cells] input[inputmode]')].slice(
    0,
    10
  )
  expect(fields).toHaveLength(10)
  for (const field of fields) {
    await act(async () => field.focus())
    await act(async () => strokeKeys(field.value === '8' ? '9' : '8', 'Enter'))
    await afterEach()
  }
}

/** A figure that stands out is told at once, which is no word about saving. */
function listenToSaving() {
  const live = listenToLiveRegions()
  return { ...live, said: () => live.said().filter(text => !/Correct it, or explain it/.test(text)) }
}

const showsState = (state: RegExp) =>
  eventually(() => expect(screen.getByRole('group', { name: 'Saving' }).textContent).toMatch(state))

test('ten numbers, each saved: one sentence', async () => {
  const pause = holdTimers(TYPING_PAUSE_MS)
  await openSection()
  const live = listenToSaving()
  saves = 0
  let count = 0
  await typeTenNumbers(async () => {
    count += 1
    await eventually(() => expect(saves).toBe(count))
    await showsState(/^All saved at/)
  })
  expect(live.said()).toEqual([])
  act(pause)
  await eventually(() => expect(live.said()).toEqual([expect.stringMatching(/^All saved at \d\d:\d\d$/)]))
  live.stop()
})

test('offline: says so once, then how many answers wait once the typing stops, and never a countdown', async () => {
  const pause = holdTimers(TYPING_PAUSE_MS)
  await openSection()
  const live = listenToSaving()
  const goOnline = goOffline(server)
  let count = 0
  await typeTenNumbers(() =>
    showsState(new RegExp(`^Offline\\. ${(count += 1)} answers? kept on this device$`))
  )
  expect(live.said()).toEqual([expect.stringMatching(/^Offline\./)])
  act(pause)
  await eventually(() => expect(live.said().at(-1)).toBe('Offline. 10 answers kept on this device'))
  expect(live.said()).toHaveLength(2)
  goOnline()
  live.stop()
})
