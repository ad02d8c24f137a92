import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ComponentProps } from 'react'
import { registerLeaveCheck, type LeaveHandler } from '#browser/navigation/leave.ts'
import { usePending } from '#browser/ui/pending.ts'
import type { Form } from './form-store.ts'
import { FormPending } from './submit-button.tsx'

interface FormFrameProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Runs on Enter and on the submit button. */
  onSubmit: () => unknown
}

interface FormElementProps<Name extends string> extends FormFrameProps {
  form: Form<Name>
  /** Set if the input is not worth keeping: passwords, codes, an address to confirm. */
  isDisposable?: boolean
}

/** The element around the fields of a form. Warns before unsaved input is discarded. */
export function FormElement<Name extends string>({
  form,
  isDisposable = false,
  ...frame
}: FormElementProps<Name>) {
  const { refused, isBusy } = useStore(form.$state)
  const frameRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused > 0) focusCause(frameRef.current)
  }, [refused])
  return (
    <GuardedForm
      ref={frameRef}
      isDirty={!isDisposable && form.isDirty()}
      isBusy={isBusy}
      // What is sent and saved in this moment may lead elsewhere itself.
      checkLeave={form.checkLeave}
      {...frame}
    />
  )
}

/** Focuses the first invalid field, or else the error of the form as a whole. */
function focusCause(form: HTMLFormElement | null): void {
  const all = (selector: string) => [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const said = all('[role=alert]').find(({ textContent }) => textContent !== '')
  const cause = all('[aria-invalid=true]')[0] ?? said
  cause?.focus()
}

interface GuardedFormProps extends FormFrameProps {
  isDirty: boolean
  /** Whether it is being submitted by anything other than its own submit button. */
  isBusy?: boolean
  checkLeave?: LeaveHandler
}

/** The same for a form that holds its values itself. */
export function GuardedForm({ isDirty, isBusy = false, checkLeave, onSubmit, ...rest }: GuardedFormProps) {
  useLeaveGuard(isDirty, checkLeave)
  const [isPending, start] = usePending()
  return (
    <FormPending value={isBusy || isPending}>
      <form
        noValidate
        data-unsaved={isDirty || undefined}
        onSubmit={event => {
          event.preventDefault()
          start(onSubmit)
        }}
        {...rest}
      />
    </FormPending>
  )
}

const loseWork: LeaveHandler = async () => 'lose'

/** Checks before the page is left, as long as something is not saved. */
export function useLeaveGuard(isDirty: boolean, check: LeaveHandler = loseWork): void {
  useEffect(() => (isDirty ? registerLeaveCheck(check) : undefined), [isDirty, check])
}
