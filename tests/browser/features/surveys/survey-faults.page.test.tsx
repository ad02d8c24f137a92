// A respondent on a bad connection: replies that are lost, garbled and late. Every answer and explanation is at the server once, and nothing is called saved before.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { configureTransport } from '#browser/api/transport.ts'
import { makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import { heading, press } from '#tests/support/respondent.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

beforeEach(() => {
  // The island's clock is frozen, while the save queue uses real time.
  vi.useRealTimers()
})

type Fault = (arrive: () => Promise<Response>) => Promise<Response>

const lost: Fault = async arrive => {
  await arrive()
  throw new TypeError('Failed to fetch')
}
const html: Fault = async () =>
  new Response('<p>Please sign in to the network.</p>', { headers: { 'content-type': 'text/html' } })
const otherShape: Fault = async arrive => (await arrive(), Response.json({ saved: 'yes' }))
const cut: Fault = async arrive => new Response((await (await arrive()).text()).slice(0, 40))
const busy: Fault = async () =>
  Response.json({ detail: 'Busy' }, { status: 503, headers: { 'retry-after': '1' } })

/** The next saves go like this; those after them arrive. */
function goingWrong(...faults: Fault[]): void {
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const arrive = async (): Promise<Response> => server.fetch(input, init)
      const fault = (input as Request).url.endsWith('/section-submission') ? faults.shift() : undefined
      return fault ? fault(arrive) : arrive()
    }
  })
}

const scale = () => screen.getByRole<HTMLInputElement>('textbox', { name: /From 0 to 10/ })

async function write(text: string): Promise<void> {
  await act(async () => {
    scale().focus()
    fireEvent.input(scale(), { target: { value: text } })
    scale().blur()
  })
}

/** The case's answers; the version counts the values that each has had. */
const stored = (caseId: number) =>
  server.database
    .selectFrom('answers')
    .select(['value', 'version'])
    .where('programme_id', '=', 1)
    .where('case_code_id', '=', caseId)
    .execute()

const isSaved = () => screen.queryByText('Saved') !== null

test('an answer whose replies are lost, garbled, cut and refused is saved once, and called so only then', async () => {
  const { ids, code, id } = await makeCase(server)
  await island.start(`/surveys/${ids}/${code}/questions?part=2`)
  await heading('How it went')
  goingWrong(busy, html, lost, otherShape, cut)
  await write('7')
  const tryNow = () => screen.queryByRole('button', { name: 'Try now' })
  for (let fault = 0; fault < 5; fault += 1) {
    await waitFor(() => expect(tryNow()).not.toBeNull())
    expect(isSaved()).toBe(false)
    await act(async () => tryNow()?.click())
  }
  await waitFor(() => expect(isSaved()).toBe(true))
  expect(await stored(id)).toEqual([{ value: 7, version: 1 }])
})

test('an explanation whose reply is lost stays to be sent again, and is at the server once', async () => {
  await server.database
    .updateTable('questions')
    .set({ warn_max: 8 })
    .where('programme_id', '=', 1)
    .where('question_text', 'like', '%From 0 to 10%')
    .execute()
  await server.database
    .updateTable('questionnaires')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('programme_id', '=', 1)
    .execute()
  const { ids, code, id } = await makeCase(server)
  await island.start(`/surveys/${ids}/${code}/questions?part=2`)
  await heading('How it went')
  await write('9')
  const explanation = () => screen.findByLabelText<HTMLTextAreaElement>('If it is right, explain why:')
  const typed = await explanation()
  await waitFor(() => expect(isSaved()).toBe(true))
  await act(async () => void fireEvent.change(typed, { target: { value: 'It was my birthday.' } }))
  // Another part, and back.
  await act(async () => navigate(`/surveys/${ids}/${code}/questions?part=1`))
  await waitFor(() => expect(screen.queryByLabelText('If it is right, explain why:')).toBeNull())
  await act(async () => navigate(`/surveys/${ids}/${code}/questions?part=2`))
  const field = await explanation()
  expect(field.value).toBe('It was my birthday.')
  goingWrong(lost)
  await press('Save explanation')
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  expect(field.value).toBe('It was my birthday.')
  await press('Save explanation')
  expect(await screen.findByText('Explained: It was my birthday.')).toBeTruthy()
  const comments = await server.database
    .selectFrom('comments')
    .select('comment_text')
    .where('programme_id', '=', 1)
    .where('case_code_id', '=', id)
    .execute()
  expect(comments.map(({ comment_text }) => comment_text)).toEqual(['It was my birthday.'])
})
