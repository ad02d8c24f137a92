// Code within a page that cannot be loaded, mostly after a deployment (spec 4 and 9; decision 0009).

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForCode } from '#browser/app/watch/missing-code.ts'
import { registerLeaveCheck, type LeaveHandler } from '#browser/navigation/leave.ts'
import { missingCodeText, openModalWith } from '#browser/stores/outcomes.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { Late } from '#browser/ui/late.tsx'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chunk, preload, setMissingCodeHandler, type Chunk } from '#lib/chunk.ts'
import { openAt } from '#tests/support/page.ts'

const reload = vi.fn<() => void>()
let stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  sessionStorage.clear()
  openAt('/projects')
  setMissingCodeHandler(reloadForCode)
})

afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  $toasts.set([])
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const missing = (): Chunk<{ text: string }> => chunk(() => Promise.reject(new TypeError('gone')))
const settle = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(0)))
const retryButton = (): HTMLElement | null => screen.queryByRole('button', { name: 'Try again' })

async function show(): Promise<void> {
  render(<Late code={missing()}>{({ text }) => text}</Late>)
  await settle()
}

function hold(check: LeaveHandler): () => void {
  const stop = registerLeaveCheck(check)
  stops.push(stop)
  return stop
}

test('a tool that the page needs reloads it, once in 10 seconds for each path', async () => {
  await show()
  expect(reload).toHaveBeenCalledOnce()
  expect(retryButton()).toBeNull()
  cleanup()
  await show()
  expect(reload).toHaveBeenCalledOnce()
  expect(retryButton()).not.toBeNull()
  vi.setSystemTime(Date.now() + 10_000)
  retryButton()?.click()
  await settle()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('so does a dialog that a person opens, and no toast says that it failed', async () => {
  void openModalWith(missing(), () => ({ component: () => null, props: {} }), 'The workbook')
  await settle()
  expect(reload).toHaveBeenCalledOnce()
  expect($toasts.get()).toEqual([])
})

test('answers that are kept on this device do not hold it up', async () => {
  hold(async () => 'ask')
  await show()
  expect(reload).toHaveBeenCalledOnce()
})

test('a typed form does, until it is saved', async () => {
  const save = hold(async () => 'lose')
  await show()
  await openModalWith(missing(), () => ({ component: () => null, props: {} }), 'The workbook')
  expect(reload).not.toHaveBeenCalled()
  expect($toasts.get().map(({ text }) => text)).toEqual([missingCodeText('The workbook')])
  save()
  retryButton()?.click()
  await settle()
  expect(reload).toHaveBeenCalledOnce()
})

test('a form that is being sent, and itself waits for the code, goes on without a reload', async () => {
  hold(() => new Promise(() => {}))
  await show()
  await act(async () => void (await vi.advanceTimersByTimeAsync(4000)))
  expect(reload).not.toHaveBeenCalled()
  expect(retryButton()).not.toBeNull()
})

test('without a connection the page stays, and when it is back, nothing reloads by itself', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  connection.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await settle()
  expect(reload).not.toHaveBeenCalled()
  retryButton()?.click()
  await settle()
  expect(reload).toHaveBeenCalledOnce()
})

test('a reader who has gone on is not called back', async () => {
  const arrival = Promise.withResolvers<{ text: string }>()
  render(<Late code={chunk(() => arrival.promise)}>{({ text }) => text}</Late>)
  openAt('/documents')
  arrival.reject(new TypeError('gone'))
  await settle()
  expect(reload).not.toHaveBeenCalled()
})

function Optional({ code }: { code: Chunk<{ text: string }> }) {
  return useChunk(code, 'tryLoad').module?.text ?? 'Plain words'
}

test('neither what is fetched ahead of need nor what has a fallback reloads the page', async () => {
  preload(missing())
  render(<Optional code={missing()} />)
  await settle()
  expect(screen.getByText('Plain words')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})
