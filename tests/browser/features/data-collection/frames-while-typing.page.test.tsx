import '#tests/support/indexed-db.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $cellDetails } from '#browser/features/data-collection/panel/cell-details.ts'
import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import { tableTools } from '#browser/section/table/form-events.ts'
import { $projectGuidances } from '#browser/stores/guidance.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { focus, strokeKeys } from '#tests/support/section-form.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

// Typing changes the cell, and what is wrong with it is said there. Everything else on the screen follows in later frames, once in each, and only where it says something else.

const server = useServer()
const { start } = useIsland(server)

/** Callbacks of the next frame, which the test runs by hand. */
let frame: (() => void)[] = []

beforeEach(() => {
  frame = []
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frame.push(work))
})
afterEach(() => void vi.unstubAllGlobals())

function runFrame(): void {
  for (const work of frame.splice(0)) work()
}

/** Settles promises, but nothing that waits for the server. */
async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

type Phase = 'key' | 'frame' | 'between'

interface Change {
  phase: Phase
  /** What was changed, for the message of a failure. */
  what: string
  isInRow: boolean
  /** Whether anything visible or read out has changed. */
  isNew: boolean
}

function changeOf(record: MutationRecord, phase: Phase): Change {
  const { type, target, attributeName } = record
  const element = target instanceof Element ? target : target.parentElement
  const region = element?.closest('[aria-label]')?.getAttribute('aria-label') ?? 'page'
  return {
    phase,
    what: `${region}: ${type} ${attributeName ?? ''} ${element?.textContent?.slice(0, 40)}`,
    isInRow: element?.closest('[role=row]') instanceof Element,
    isNew: isDifferent(record, element)
  }
}

function isDifferent(
  { type, target, attributeName, oldValue }: MutationRecord,
  element: Element | null
): boolean {
  const name = attributeName ?? ''
  // React writes a field's name and type again whenever it renders.
  if (type === 'childList' || ['name', 'type'].includes(name)) return true
  return oldValue !== (name === '' ? target.textContent : element?.getAttribute(name))
}

/** Notes all changes of the page from now on, each with the phase it falls into. */
function watchPage(phaseNow: () => Phase) {
  const changes: Change[] = []
  const observer = new MutationObserver(records => {
    for (const record of records) changes.push(changeOf(record, phaseNow()))
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
    characterDataOldValue: true
  })
  return { changes, stop: () => observer.disconnect() }
}

test('while someone types, the screen around the cell changes in frames after the key, once in each', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, ward, 'Day shift, actual hours', 'Band 6')
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`,
    'contributor'
  )
  const fields = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('form[data-cells] input[inputmode]')]
    expect(found.length).toBeGreaterThan(4)
    return found.slice(0, 4)
  })
  focus(fields[0]!)
  // Everything that loads after the cells has loaded.
  await act(() => Promise.all([sectionParts.load(), tableTools.load()]))
  await act(async () => runFrame())
  await screen.findByRole('tabpanel', { name: 'About' })
  await eventually(async () => {
    await act(async () => runFrame())
    expect([$projectGuidances.get().state, $cellDetails.get().state]).toEqual(['ready', 'ready'])
  })
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  let phase: Phase = 'between'
  const { changes, stop } = watchPage(() => phase)
  const during = async (next: Phase, work: () => void): Promise<void> => {
    phase = next
    work()
    await untilSettled()
    phase = 'between'
  }
  for (const field of fields)
    for (const press of [() => field.focus(), () => strokeKeys('1'), () => strokeKeys('7')]) {
      await during('key', press)
      await during('frame', runFrame)
    }
  expect(fields.map(({ value }) => value).at(-1)).toBe('17')
  await eventually(async () => {
    await during('frame', runFrame)
    expect(screen.getByRole('group', { name: 'Saving' }).textContent).toMatch(/^All saved at/)
  })
  stop()
  const around = changes.filter(({ isInRow }) => !isInRow)
  expect(around.length).toBeGreaterThan(0)
  // That an answer is not saved yet is said with its first key.
  const [prompt, others] = [true, false].map(isSaving =>
    around.filter(change => change.phase !== 'frame' && change.what.startsWith('Saving') === isSaving)
  )
  expect(prompt!.some(change => change.phase === 'key' && change.what.includes('Saving…'))).toBe(true)
  expect(others).toEqual([])
  expect(around.filter(({ isNew }) => !isNew)).toEqual([])
})
