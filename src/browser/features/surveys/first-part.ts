import type { Question, SectionQuestions } from '#contract/questionnaires.ts'

/** What a survey starts with. */
export interface FirstPart {
  name: string
  guidanceHtml: string
  questions: Question[]
  /** Small windows show one of its questions at a time. */
  isLong: boolean
}

/** Fewer questions are quicker to read on one page (product 25). */
export const MIN_PAGES = 4

const holdsAnswer = ({ answer }: Question): boolean =>
  answer.value !== null || answer.is_not_applicable || answer.is_not_available

/**
 * The questions that a survey starts with, up to the first that an answer may hide. Null if anything has been answered already or the address leads
 * elsewhere: then another question may come first.
 */
export function firstPart(sections: readonly SectionQuestions[], search: string): FirstPart | null {
  const [first] = sections
  const all = sections.flatMap(({ sub_sections }) => sub_sections.flatMap(({ questions }) => questions))
  if (first === undefined || !isAtStart(search) || all.some(holdsAnswer)) return null
  const [part] = first.sub_sections.toSorted((one, other) => one.display_order - other.display_order)
  if (part?.layout !== 'list') return null
  const end = part.questions.findIndex(question => !isAlwaysAsked(question))
  const questions = end < 0 ? part.questions : part.questions.slice(0, end)
  if (questions.length === 0) return null
  return {
    name: part.sub_section_name || first.section.section_name,
    guidanceHtml: first.section.guidance_html,
    questions,
    isLong: all.filter(isAlwaysAsked).length >= MIN_PAGES
  }
}

function isAtStart(search: string): boolean {
  const query = new URLSearchParams(search)
  return (query.get('part') ?? '1') === '1' && !query.has('cell')
}

const isAlwaysAsked = ({ visible_if, expression, is_disabled }: Question): boolean =>
  visible_if === null && expression === null && !is_disabled
