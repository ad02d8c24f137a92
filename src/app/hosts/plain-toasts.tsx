import { useStore } from '@nanostores/react'
import { $toasts } from '#stores/toasts.ts'

/** Messages without their cards, where the code of the cards could not be loaded. */
export function PlainToasts() {
  return (
    <div role="alert" className="float fixed right-6 bottom-16 z-50 p-3">
      {useStore($toasts).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
