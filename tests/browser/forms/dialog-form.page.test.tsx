// A dialog can be closed while what it sends is under way. The reply then must not touch what its reader does now.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import ModalHost from '#browser/app/overlays/modal-host.tsx'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { TextInput } from '#browser/forms/text-input.tsx'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { err, ok, type Result } from '#lib/result.ts'

const form = createForm({ user_name: { label: 'Name', initial: 'Ward 4B' } })
const Other = () => <p>Another dialog</p>

let reply: PromiseWithResolvers<Result<null>>

function Rename() {
  return (
    <DialogForm form={form} verb="Save" send={() => reply.promise}>
      <TextInput form={form} name="user_name" />
    </DialogForm>
  )
}

/** Opens the dialog and sends its form, whose reply waits. */
async function sendForm(): Promise<void> {
  reply = Promise.withResolvers()
  form.reset()
  render(<ModalHost />)
  await act(async () => openModal({ component: Rename, props: { title: 'Rename' } }))
  await act(async () => void fireEvent.submit(document.querySelector('form')!))
}

const answer = (result: Result<null>) => act(async () => reply.resolve(result))
const toasts = () => $toasts.get().map(({ text }) => text)

afterEach(() => {
  cleanup()
  closeModal()
  $toasts.set([])
})

test('success closes the dialog', async () => {
  await sendForm()
  await answer(ok(null))
  expect($modal.get().component).toBeNull()
})

test('success leaves a dialog open that was opened meanwhile', async () => {
  await sendForm()
  await act(async () => closeModal())
  await act(async () => openModal({ component: Other, props: {} }))
  await answer(ok(null))
  expect(screen.getByText('Another dialog')).toBeTruthy()
})

test('a refusal is shown in the dialog', async () => {
  await sendForm()
  await answer(err('user_name: is already in use', 409))
  expect(screen.getByText('Name is already in use.')).toBeTruthy()
  expect(toasts()).toEqual([])
})

test('a refusal after the dialog was closed is said in a toast', async () => {
  await sendForm()
  await act(async () => closeModal())
  await answer(err('user_name: is already in use', 409))
  expect(toasts()).toEqual(['The form that you left did not go through: Name is already in use.'])
})
