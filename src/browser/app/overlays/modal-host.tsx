import { useStore } from '@nanostores/react'
import { createElement, type ComponentType } from 'react'
import { $isModalHeld, $modal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { Dialog } from '#browser/ui/dialog.tsx'
import { confirmLeaving } from './leave-dialog.tsx'

/** Shows the open modal. */
export default function ModalHost() {
  const { component, props, isCloseable, size } = useStore($modal)
  const isHeld = useStore($isModalHeld)
  if (!component) return null
  const title = 'title' in props && typeof props.title === 'string' ? props.title : undefined
  return (
    <Dialog
      title={title}
      size={size}
      isCloseable={isCloseable && !isHeld}
      onClose={() => void closeWithCare()}
    >
      {createElement(component as ComponentType<object>, props)}
    </Dialog>
  )
}

/** Closing by the cross or Escape may be a slip; a form's own Cancel is not. */
async function closeWithCare(): Promise<void> {
  const origin = rememberOrigin()
  const hasUnsaved = document.querySelector('dialog form[data-unsaved]') !== null
  if (!hasUnsaved || (await confirmLeaving('lost', 'close'))) origin.closeModal()
}
