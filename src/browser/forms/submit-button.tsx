import { createContext, useContext, type ComponentProps } from 'react'
import { Button } from '#browser/ui/button.tsx'

/** Whether the form around is being sent. */
export const FormPending = createContext(false)

/** Sends the form that it stands in, and is busy as long as that takes. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'onClick'>) {
  return <Button kind="main" {...props} type="submit" busy={useContext(FormPending)} />
}
