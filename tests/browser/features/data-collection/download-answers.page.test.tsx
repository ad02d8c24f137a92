import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $answerDownload } from '#browser/features/data-collection/download/answer-download.ts'
import { expireSession, logOut } from '#browser/stores/session.ts'
import type { countExportableAnswers } from '#contract/answer-exports.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'
import { refusals, withoutAdditions } from '#tests/support/without-additions.ts'

const server = useServer()
let answer: ((request: Request) => Promise<Response> | null) | null = null
let hasAdditions = true
/** How many times as many answers there are as in the demo. */
let factor = 1
let asked: string[] = []
const island = useIsland(server, {
  fetch: async (input, init) => {
    if (!hasAdditions) return withoutAdditions(server.fetch, refusals['404'])(input, init)
    const request = input as Request
    if (request.url.includes('/answers/')) asked.push(new URL(request.url).search)
    if (factor > 1 && request.url.includes('/answers/count')) return manyAnswers(request)
    return (request.url.includes('/answers/export') && answer?.(request)) || server.fetch(input, init)
  }
})

async function manyAnswers(request: Request): Promise<Response> {
  const body = (await (await server.fetch(request)).json()) as ReplyOf<typeof countExportableAnswers>
  const questionnaires = body.questionnaires.map(one => ({
    ...one,
    answer_count: one.answer_count * factor
  }))
  return Response.json({ ...body, questionnaires })
}

const saved: { name: string; content: Blob }[] = []
beforeEach(() => {
  answer = null
  hasAdditions = true
  factor = 1
  asked = []
  saved.length = 0
  let last: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation(content => {
    last = content as Blob
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last })
  })
})

const PAGE = '/projects/ward-staffing/data-collection'
const press = (button: HTMLElement) => act(async () => button.click())

async function openDialog(role: 'admin' | 'lead'): Promise<ReturnType<typeof within>> {
  await island.start(PAGE, role)
  await press(await screen.findByRole('button', { name: 'Download answers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Download answers' }))
  await dialog.findByRole('button', { name: /^Download [\d,]+ answers, about / })
  return dialog
}

const startDownload = async (dialog: ReturnType<typeof within>) =>
  press(dialog.getByRole('button', { name: /^Download [\d,]+ answers?, about / }))

/** A disk that the browser lets the page write to. */
function openDisk(state: 'full' | 'empty' = 'empty') {
  const disk = { pieces: [] as Uint8Array<ArrayBuffer>[], calls: [] as string[] }
  const file = {
    write: async (piece: Uint8Array<ArrayBuffer>) => void disk.pieces.push(piece),
    abort: async () => void disk.calls.push('abort'),
    close: async () => {
      disk.calls.push('close')
      if (state === 'full') throw new DOMException('', 'QuotaExceededError')
    }
  }
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => file }))
  return disk
}
afterEach(() => void vi.unstubAllGlobals())

describe('Download answers', () => {
  test('describes the file, downloads it, and estimates its size well', async () => {
    const dialog = await openDialog('admin')
    expect(
      dialog.getByText(/by code\. Members can download only their own organisation’s answers\./)
    ).toBeTruthy()
    expect(dialog.getByText(/, and the status of the newest query about it\./)).toBeTruthy()
    expect(dialog.getByRole('checkbox', { name: 'History of queries' })).toBeTruthy()
    expect(within(dialog.getByRole('table', { name: 'The first lines' })).getAllByRole('row')).toHaveLength(4)
    const label = dialog.getByRole('button', { name: /^Download [\d,]+ answers/ }).textContent
    const said = Number(/Download ([\d,]+)/.exec(label)?.[1]?.replaceAll(',', ''))
    await startDownload(dialog)
    await dialog.findByText('Saved to your downloads')
    expect(saved.map(({ name }) => name)).toEqual(['answers-ward-staffing.csv'])
    const text = await saved[0]!.content.text()
    expect(text.split('\r\n').length - 2).toBe(said)
    const lineBytes = saved[0]!.content.size / said
    expect(lineBytes).toBeGreaterThan(75)
    expect(lineBytes).toBeLessThan(300)
  })

  test('asks for what was chosen', async () => {
    const dialog = await openDialog('lead')
    expect(dialog.getByText(/^Your own organisation only\./)).toBeTruthy()
    expect(dialog.getByText(/, and the status of the newest question from the programme about/)).toBeTruthy()
    await press(dialog.getByRole('radio', { name: /^Wide/ }))
    expect(dialog.getByRole('checkbox', { name: 'Codebook' }).hasAttribute('disabled')).toBe(true)
    await press(dialog.getByRole('button', { name: 'XLSX' }))
    await press(dialog.getByRole('button', { name: 'Labels' }))
    await press(dialog.getByRole('checkbox', { name: 'History of every change' }))
    await press(dialog.getByRole('button', { name: '2025' }))
    await press(dialog.getByRole('checkbox', { name: 'Include what has been retired' }))
    await dialog.findByRole('button', { name: /^Download [\d,]+ answers, about / })
    await press(dialog.getByRole('radio', { name: /^Wide/ }))
    await press(dialog.getByRole('checkbox', { name: 'History of questions from the programme' }))
    asked = []
    await startDownload(dialog)
    await dialog.findByText('Saved to your downloads')
    const query = new URLSearchParams(asked[0])
    expect(query.getAll('time_period_id')).toHaveLength(2)
    expect(query.get('include_retired')).toBe('false')
    expect(query.get('layout')).toBe('wide')
    expect(query.getAll('include')).toContain('queries')
    expect(saved[0]?.name).toMatch(/^answers-ward-staffing\.(csv|zip|xlsx)$/)
  })

  test('says so if nothing is left without what has been retired', async () => {
    const retire = (isRetired: boolean) =>
      server.database
        .updateTable('questionnaires')
        .set({ is_active: !isRetired })
        .where('programme_id', '=', 1)
        .execute()
    const dialog = await openDialog('admin')
    await retire(true)
    await press(dialog.getByRole('checkbox', { name: 'Include what has been retired' }))
    await dialog.findByText('No answers in these periods without what has been retired')
    expect(dialog.getByText('Choose another period, or include what has been retired.')).toBeTruthy()
    await retire(false)
  })

  test('can be stopped, says when it was interrupted, and continues while the dialog is closed', async () => {
    const dialog = await openDialog('admin')
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    let isCancelled = false
    answer = () =>
      Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            start: controller => void (send = controller),
            cancel: () => void (isCancelled = true)
          }),
          { headers: { 'Content-Type': 'text/csv' } }
        )
      )
    await startDownload(dialog)
    await eventually(() => expect(send).toBeDefined())
    await press(dialog.getByRole('button', { name: 'Stop: answers' }))
    await act(async () => send?.enqueue(new Uint8Array(10)))
    await dialog.findByText(/^Stopped at/)
    await eventually(() => expect(isCancelled).toBe(true))

    send = undefined
    await press(dialog.getByRole('button', { name: 'Try again: answers' }))
    await eventually(() => expect(send).toBeDefined())
    await act(async () => send?.enqueue(new Uint8Array(2_000_000)))
    await act(async () => send?.error(new TypeError('network error')))
    await dialog.findByText('The download was interrupted after 2.0 MB. No file was saved.')
    expect(saved).toEqual([])

    answer = null
    await press(dialog.getByRole('button', { name: 'Try again: answers' }))
    await press(dialog.getAllByRole('button', { name: 'Close' })[0])
    await eventually(() => expect(saved).toHaveLength(1))
  })

  test('a refusal says why', async () => {
    const dialog = await openDialog('admin')
    answer = () => Promise.resolve(Response.json({ detail: 'Too many rows for a sheet.' }, { status: 422 }))
    await startDownload(dialog)
    expect(await dialog.findByText('Too many rows for a sheet.')).toBeTruthy()
    expect(saved).toEqual([])
  })

  test('a workbook with more rows than a sheet can hold is refused, a CSV file is not', async () => {
    factor = 100_000
    const dialog = await openDialog('admin')
    const start = () => dialog.getByRole('button', { name: /^Download [\d,]+ answers/ }) as HTMLButtonElement
    await press(dialog.getByRole('button', { name: 'XLSX' }))
    expect(dialog.getByRole('alert').textContent).toMatch(
      /^A sheet has at most 1,048,576 rows, and this download needs [\d,]+\. Choose CSV/
    )
    expect(start().disabled).toBe(true)
    await press(dialog.getByRole('button', { name: 'CSV' }))
    expect(start().disabled).toBe(false)
  })

  test('a large file is written to disk as it arrives, and appears only once it is complete', async () => {
    factor = 100_000
    const disk = openDisk()
    const dialog = await openDialog('admin')
    await startDownload(dialog)
    await dialog.findByText('Saved to your downloads')
    expect([disk.calls, saved]).toEqual([['close'], []])
    expect(await new Blob(disk.pieces).text()).toMatch(/^\uFEFF?organisation,submission,/)
  })

  test('a large file that is interrupted or does not fit on the disk is discarded, and the dialog says so', async () => {
    factor = 100_000
    const disk = openDisk('full')
    const dialog = await openDialog('admin')
    await startDownload(dialog)
    await dialog.findByText(/^The file could not be written\. Check that the disk has enough space/)
    answer = () =>
      Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            start: controller => controller.enqueue(new Uint8Array(1_000_000)),
            pull: controller => controller.error(new TypeError('network error'))
          })
        )
      )
    await press(dialog.getByRole('button', { name: 'Try again: answers' }))
    await dialog.findByText('The download was interrupted after 1.0 MB. No file was saved.')
    expect([disk.calls, saved]).toEqual([['close', 'abort'], []])
  })

  test('a download that has begun outlasts the session', async () => {
    const dialog = await openDialog('admin')
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    answer = () =>
      Promise.resolve(
        new Response(new ReadableStream<Uint8Array>({ start: controller => void (send = controller) }))
      )
    await startDownload(dialog)
    await eventually(() => expect(send).toBeDefined())
    await act(async () => send?.enqueue(new Uint8Array(1000)))
    await press(dialog.getAllByRole('button', { name: 'Close' })[0])
    await act(async () => expireSession())
    await act(async () => send?.close())
    await eventually(() => expect(saved.map(({ content }) => content.size)).toEqual([1000]))
  })

  test('logging out stops a download: no part of it is saved, and the page says why', async () => {
    const dialog = await openDialog('admin')
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    answer = () =>
      Promise.resolve(
        new Response(new ReadableStream<Uint8Array>({ start: controller => void (send = controller) }))
      )
    await startDownload(dialog)
    await eventually(() => expect(send).toBeDefined())
    await act(async () => send?.enqueue(new Uint8Array(1000)))
    await act(async () => logOut())
    await act(async () => send?.enqueue(new Uint8Array(1000)))
    await screen.findByText('You were logged out, so the download was stopped. No file was saved.')
    expect([saved, $answerDownload.get()]).toEqual([[], undefined])
  })

  test('is not offered where the API lacks it', async () => {
    hasAdditions = false
    await island.start(PAGE, 'lead')
    await press(await screen.findByRole('button', { name: 'Download answers' }))
    await screen.findByText('Answers cannot be downloaded from this site')
    await press(screen.getByRole('button', { name: 'Close' }))
    await eventually(() => expect(screen.queryByRole('button', { name: 'Download answers' })).toBeNull())
  })
})
