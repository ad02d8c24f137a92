import { createContext, useContext, type ComponentProps } from 'react'
import { Button } from '#browser/ui/button.tsx'

/** Whether the enclosing form is being submitted. */
export const FormPending = createContext(false)

/** Submits the enclosing form, and is busy until that ends. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'onClick'>) {
  return <Button kind="main" {...props} type="submit" busy={useContext(FormPending)} />
}
