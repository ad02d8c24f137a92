import { useState } from 'react'
import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { Result } from '#lib/result.ts'
import { DialogForm } from './dialog-form.tsx'
import { createForm } from './form-store.ts'

interface DangerQuestion {
  title: string
  text: string
  verb: string
  run: () => Promise<Result<unknown>>
  /** The toast after success. */
  done?: string
}

/** Asks before something is taken away, and says why if that is refused. */
export const askBefore = (question: DangerQuestion): void =>
  openModal({ component: QuestionDialog, size: 'small', props: question })

function QuestionDialog({ text, verb, run, done }: DangerQuestion) {
  const [form] = useState(() => createForm({}))
  return (
    <DialogForm
      form={form}
      verb={verb}
      isDanger
      startsAtCancel
      send={run}
      onDone={() => done !== undefined && showToast({ text: done, status: 'success' })}
    >
      <p className="text-ink-2">{text}</p>
    </DialogForm>
  )
}
