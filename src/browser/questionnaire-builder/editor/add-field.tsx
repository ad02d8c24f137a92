import { useId, useState, type KeyboardEvent } from 'react'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { Button } from '#browser/ui/button.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { usePending } from '#browser/ui/pending.ts'
import type { Result } from '#lib/result.ts'

interface AddFieldProps {
  /** 'section', as it stands behind 'Add'. */
  what: string
  /** The field that the server names. */
  name: string
  onAdd: (name: string) => Promise<Result<unknown>>
  buttonClass?: string
}

/** A button that turns into a field for the name of a new part. The input stays if adding fails. */
export function AddField({ what, name, onAdd, buttonClass = '' }: AddFieldProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [isAdding, start] = usePending()
  if (text === null)
    return (
      <Button size="s" kind="quiet" icon={Plus} className={buttonClass} onClick={() => setText('')}>
        Add {what}
      </Button>
    )
  const add = async () => {
    if (text.trim() === '') return setError('Enter a name.')
    const result = await onAdd(text.trim())
    if (result.ok) {
      // What was typed in the meantime stays, and the field stays closed if it was closed.
      setText(present => (present === text ? '' : present))
      setError('')
    } else setError(explainFieldError({ name, label: 'The name' }, result.error))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void start(add)
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      setText(null)
      setError('')
    }
  }
  return (
    <div className="grid gap-1 content-start">
      <label htmlFor={id} className="sr-only">
        Name of the new {what}
      </label>
      <div className="flex gap-1.5">
        <input
          id={id}
          autoFocus
          value={text}
          placeholder="Name"
          aria-invalid={error !== '' || undefined}
          aria-describedby={`${id}-error`}
          maxLength={200}
          className="input h-7! text-small! min-w-0 flex-1"
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button size="s" busy={isAdding} onClick={() => start(add)}>
          Add
        </Button>
        <Button size="s" kind="quiet" onClick={() => setText(null)}>
          Done
        </Button>
      </div>
      <ErrorText id={`${id}-error`} className="text-tiny!">
        {error}
      </ErrorText>
    </div>
  )
}
