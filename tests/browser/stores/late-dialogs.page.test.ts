// A dialog whose code comes late opens only where its reader still is.

import { afterEach, expect, test } from 'vitest'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { missingCodeText, openModalWith } from '#browser/stores/outcomes.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { openAt } from '#tests/support/page.ts'

const Groups = () => 'Groups'
const Account = () => 'Account'

afterEach(() => {
  closeModal()
  $toasts.set([])
})

/** Asks for a dialog at /projects whose code comes when the test says. */
function askForGroups() {
  openAt('/projects')
  const code = Promise.withResolvers<{ Groups: typeof Groups }>()
  const opened = openModalWith(
    chunk(() => code.promise),
    module => ({ component: module.Groups, props: { title: 'Groups' } }),
    'The groups'
  )
  return {
    arrive: async () => {
      code.resolve({ Groups })
      await opened
    },
    fail: async () => {
      code.reject(new Error('offline'))
      await opened
    }
  }
}

test('it opens for a reader who has waited', async () => {
  const groups = askForGroups()
  await groups.arrive()
  expect($modal.get()).toMatchObject({ component: Groups, props: { title: 'Groups' } })
})

test('it does not open once the reader has turned to another period', async () => {
  const groups = askForGroups()
  openAt('/projects?tp=2')
  await groups.arrive()
  expect($modal.get().component).toBeNull()
})

test('it does not open on another screen', async () => {
  const groups = askForGroups()
  openAt('/documents')
  await groups.arrive()
  expect($modal.get().component).toBeNull()
})

test('it does not replace a dialog that was opened meanwhile', async () => {
  const groups = askForGroups()
  openModal({ component: Account, props: {} })
  await groups.arrive()
  expect($modal.get().component).toBe(Account)
})

test('asked for twice, it opens once', async () => {
  const first = askForGroups()
  const second = askForGroups()
  await first.arrive()
  const opened = $modal.get()
  await second.arrive()
  expect($modal.get()).toBe(opened)
})

test('a toast says that its code could not be loaded', async () => {
  const groups = askForGroups()
  await groups.fail()
  expect($toasts.get().map(({ text }) => text)).toEqual([missingCodeText('The groups')])
})
