import { useId } from 'react'
import { RichTextBox } from '#browser/editing/rich-text-box.tsx'
import { edit, type TheirChange } from '#browser/features/explorer/builder/chart-builder.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { fieldLabels, type ChartDraft } from './chart-draft.ts'
import type { DraftErrors } from './draft-errors.ts'
import { TheirValue } from './their-value.tsx'

interface FormattedInputProps {
  draft: ChartDraft
  field: 'definition' | 'caveats'
  errors: DraftErrors
  theirs: TheirChange | null
}

const ignore = (): void => {}

/** A formatted text of the draft, with its error and another admin's value. */
export function FormattedInput({ draft, field, errors, theirs }: FormattedInputProps) {
  const id = useId()
  const error = errors[field]
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="block mb-1 text-small font-medium">
        {fieldLabels[field]}
      </span>
      <RichTextBox
        id={id}
        labelledBy={`${id}-label`}
        describedBy={`${id}-more`}
        html={draft[field]}
        isInvalid={error !== undefined}
        onHtml={html => edit({ [field]: html })}
        onLeave={ignore}
        onEscape={ignore}
      />
      <ErrorText id={`${id}-more`} className="mt-1 text-tiny!">
        {error}
      </ErrorText>
      <TheirValue theirs={theirs} field={field} />
    </div>
  )
}
