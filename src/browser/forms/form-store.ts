import { atom, type ReadableAtom } from 'nanostores'
import type { LeaveHandler } from '#browser/navigation/leave.ts'
import { INCOMPLETE_FORM, type FieldRule } from './rules.ts'

export interface FieldDefinition {
  label: string
  initial?: string
  rules?: readonly FieldRule[]
}

export interface FormState {
  values: Readonly<Record<string, string>>
  /** Fields that have lost focus once or were checked by a submit: only these show errors. */
  touched: Readonly<Record<string, boolean>>
  /** The server's error for a field's value, until the value changes. */
  refusals: Readonly<Record<string, string>>
  /** Counts the submits that a rule or the server refused: each moves the focus to its cause. */
  refused: number
  isBusy: boolean
  /** The error of the form as a whole. */
  message: string
}

export interface Form<Name extends string> {
  $state: ReadableAtom<FormState>
  fields: Readonly<Record<Name, FieldDefinition>>
  setValue: (name: Name, value: string) => void
  touch: (name: Name) => void
  /** Sets the server's error for a field. */
  refuse: (name: Name, error: string) => void
  /** Sets the error of the form as a whole. */
  setMessage: (message: string) => void
  /** The visible error of a field. */
  errorOf: (name: Name) => string | null
  /** Whether a value differs from its initial or last submitted one. */
  isDirty: () => boolean
  /** Waits for what is being sent, then says whether the rest would be lost. */
  checkLeave: LeaveHandler
  /** Forgets all that was typed. */
  reset: () => void
  /** Runs the action once with the values, unless a rule is broken or it is already running. */
  submit: (action: (values: Record<Name, string>) => Promise<void>) => Promise<void>
}

function initialState(fields: Record<string, FieldDefinition>): FormState {
  const values = Object.entries(fields).map(([name, { initial }]) => [name, initial ?? ''])
  return {
    values: Object.fromEntries(values),
    touched: {},
    refusals: {},
    refused: 0,
    isBusy: false,
    message: ''
  }
}

/** What is typed in a field, without the space around it. */
export const typedText = <Name extends string>(form: Form<Name>, name: Name): string =>
  form.$state.get().values[name]?.trim() ?? ''

/** A form's values, errors and submit state. */
export function createForm<Name extends string>(fields: Record<Name, FieldDefinition>): Form<Name> {
  const names = Object.keys(fields) as Name[]
  const initial = initialState(fields)
  let saved = initial.values
  const $state = atom(initial)

  const change = (part: Partial<FormState>): void => $state.set({ ...$state.get(), ...part })

  const broken = (name: Name): string | null => {
    const { values } = $state.get()
    for (const rule of fields[name].rules ?? []) {
      const message = rule(values[name] ?? '', fields[name].label, values)
      if (message) return message
    }
    return null
  }

  const isDirty = (): boolean => names.some(name => $state.get().values[name] !== saved[name])

  const countRefusal = (): void => change({ refused: $state.get().refused + 1 })

  let isReset = false
  let sending: Promise<void> = Promise.resolve()
  const submit: Form<Name>['submit'] = async action => {
    if ($state.get().isBusy) return
    sending = send(action)
    await sending
  }

  const send: Form<Name>['submit'] = async action => {
    const isComplete = names.every(name => broken(name) === null)
    change({
      touched: Object.fromEntries(names.map(name => [name, true])),
      refusals: {},
      message: isComplete ? '' : INCOMPLETE_FORM
    })
    if (!isComplete) return countRefusal()
    change({ isBusy: true })
    const { values } = $state.get()
    isReset = false
    try {
      await action(values as Record<Name, string>)
      // An action reports a refusal in the form; one that reports nothing has saved.
      const { message, refusals } = $state.get()
      const isRefused = message !== '' || Object.keys(refusals).length > 0
      if (isRefused) countRefusal()
      else if (!isReset) saved = values
    } finally {
      change({ isBusy: false })
    }
  }

  return {
    $state,
    fields,
    setValue: (name, value) => {
      const { values, refusals } = $state.get()
      const { [name]: _, ...others } = refusals
      change({ values: { ...values, [name]: value }, refusals: others })
    },
    touch: name => change({ touched: { ...$state.get().touched, [name]: true } }),
    refuse: (name, error) =>
      change({
        touched: { ...$state.get().touched, [name]: true },
        refusals: { ...$state.get().refusals, [name]: error }
      }),
    setMessage: message => change({ message }),
    errorOf: name =>
      $state.get().touched[name] ? (broken(name) ?? $state.get().refusals[name] ?? null) : null,
    isDirty,
    reset: () => {
      isReset = true
      saved = initial.values
      $state.set({ ...initial, isBusy: $state.get().isBusy })
    },
    checkLeave: async () => {
      await sending.catch(() => undefined)
      return isDirty() ? 'lose' : 'leave'
    },
    submit
  }
}
