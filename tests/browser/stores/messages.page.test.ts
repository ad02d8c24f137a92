import { describe, expect, test, vi } from 'vitest'
import { closeModalWith } from '#browser/forms/close-modal-with.ts'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { $toasts, dismissToast, showToast } from '#browser/stores/toasts.ts'

describe('toasts (spec 3, 4, 9)', () => {
  test('stand for 6 s, or for the time they are given, or until they are closed', () => {
    vi.useFakeTimers()
    showToast({ text: 'Saved', status: 'success' })
    const brief = showToast({ text: 'Brief', status: 'info', timeout: 1000 })
    const closed = showToast({ text: 'Closed', status: 'error' })
    expect($toasts.get().map(({ text, status }) => [text, status])).toEqual([
      ['Saved', 'success'],
      ['Brief', 'info'],
      ['Closed', 'error']
    ])
    dismissToast(closed)
    vi.advanceTimersByTime(1000)
    expect($toasts.get().some(({ id }) => id === brief)).toBe(false)
    vi.advanceTimersByTime(4999)
    expect($toasts.get()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect($toasts.get()).toEqual([])
  })
})

describe('modals (spec 4)', () => {
  const Question = ({ name }: { name: string }) => name
  const closed = { component: null, props: {}, isCloseable: true, size: 'standard', callback: null }

  test('opening sets everything, with standard as the size; closing resets it', () => {
    openModal({ component: Question, props: { name: 'Ward 4B' } })
    expect($modal.get()).toEqual({ ...closed, component: Question, props: { name: 'Ward 4B' } })
    const callback = vi.fn<() => void>()
    openModal({ component: Question, props: { name: 'x' }, size: 'large', isCloseable: false, callback })
    expect($modal.get()).toMatchObject({ size: 'large', isCloseable: false })
    closeModal()
    expect($modal.get()).toEqual(closed)
    expect(callback).not.toHaveBeenCalled()
  })

  test('closing with the callback calls it with the given arguments, then closes', () => {
    const callback = vi.fn<(answer: boolean, note: string) => void>(() =>
      expect($modal.get().component).toBe(Question)
    )
    openModal({ component: Question, props: { name: 'x' }, callback })
    closeModalWith(true, 'because')
    expect(callback).toHaveBeenCalledExactlyOnceWith(true, 'because')
    expect($modal.get()).toEqual(closed)
  })
})
