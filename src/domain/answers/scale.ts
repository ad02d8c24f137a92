// A rating scale: steps 1 to n, each with a label. The step is stored, so that ratings can be averaged and
// compared.

import type { Question } from '#contract/questionnaires.ts'
import { formatNumber } from './number-input.ts'

type ScaleSteps = Pick<Question, 'option_list'>['option_list']

export const MIN_STEPS = 2
/** One digit per step, and a row of buttons that fits a narrow page. */
export const MAX_SCALE_STEPS = 10

/** '4 (Good)'. Only the number if the label repeats it, or for a mean between steps. */
export function scaleStepText(steps: ScaleSteps, step: number): string {
  const label = steps[step - 1]?.option_name ?? ''
  return label === '' || label === String(step) ? formatNumber(step) : `${step} (${label})`
}

/** Parses '4', 'Good' or '4 (Good)'. */
export function parseScaleStep(steps: ScaleSteps, text: string): number | null {
  const wanted = text.trim().toLowerCase()
  if (/^\d{1,2}$/.test(wanted)) return isStep(steps, Number(wanted)) ? Number(wanted) : null
  const at = steps.findIndex(({ option_name }, index) =>
    [option_name, scaleStepText(steps, index + 1)].some(name => name.trim().toLowerCase() === wanted)
  )
  return at === -1 ? null : at + 1
}

export const isStep = (steps: ScaleSteps, value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= steps.length
