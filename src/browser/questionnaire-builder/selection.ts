// The selected questionnaire and part. They are in the address, so that Back and links work.

import { useSearchParams } from 'wouter'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { untilAllSent } from './guarded-change.ts'
import { partKey, partOfKey, type PartRef } from './parts.ts'

export interface BuilderSelection {
  questionnaireId: number | null
  part: PartRef | null
  go: (part: PartRef | null) => void
  /** Returns what selects the part that an action ends with, unless something else was chosen meanwhile. */
  follow: () => (part: PartRef) => void
  open: (questionnaireId: number) => Promise<void>
}

/** How often a person has selected something. */
let choices = 0

const PART = 'part'
const QUESTIONNAIRE = 'questionnaire'

export function useBuilderSelection(): BuilderSelection {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get(QUESTIONNAIRE) ?? '')
  const change = (changes: Record<string, string | null>) =>
    setParams(present => {
      const next = new URLSearchParams(present)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return {
    questionnaireId: Number.isSafeInteger(id) && id > 0 ? id : null,
    part: partOfKey(params.get(PART)),
    go: part => {
      choices += 1
      change({ [PART]: part && partKey(part) })
    },
    follow: () => {
      const origin = rememberOrigin()
      const before = choices
      return part => {
        if (origin.isOnScreen() && choices === before) change({ [PART]: partKey(part) })
      }
    },
    // What waits to be sent is of the one that is shown.
    open: async questionnaireId => {
      choices += 1
      const origin = rememberOrigin()
      await untilAllSent()
      if (origin.isOnScreen()) change({ [QUESTIONNAIRE]: String(questionnaireId), [PART]: null })
    }
  }
}
