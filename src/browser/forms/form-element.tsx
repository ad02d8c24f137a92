import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ComponentProps } from 'react'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
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
      // A submit in progress may navigate itself.
      staysDirty={form.staysDirty}
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
  staysDirty?: () => Promise<boolean>
}

/** The same for a form that manages its own values. */
export function GuardedForm({ isDirty, isBusy = false, staysDirty, onSubmit, ...rest }: GuardedFormProps) {
  useLeaveGuard(isDirty, staysDirty)
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

const always = async (): Promise<boolean> => true

/** Asks before the page is left while there is unsaved input. */
export function useLeaveGuard(isDirty: boolean, staysDirty: () => Promise<boolean> = always): void {
  useEffect(
    () => (isDirty ? registerLeaveCheck(async () => ((await staysDirty()) ? 'lose' : 'leave')) : undefined),
    [isDirty, staysDirty]
  )
}
