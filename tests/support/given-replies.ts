// Replies that show states which the demo does not have.

type Json = Record<string, unknown>

/** The call whose reply determines a state, and the change to that reply. */
export interface GivenReply {
  call: RegExp
  reply: (json: Json) => Json
}

export const everySection = (status: string): GivenReply => ({
  call: /^questionnaireSectionSubmissions\/completion$/,
  reply: json => ({
    ...json,
    section_submissions: (json['section_submissions'] as Json[]).map(one => ({ ...one, status }))
  })
})

export const aRetiredChart: GivenReply = {
  call: /^charts\/?$/,
  reply: json => ({
    ...json,
    charts: (json['charts'] as Json[]).map((one, index) => (index === 0 ? { ...one, is_active: false } : one))
  })
}

export const collectionHasClosed: GivenReply = {
  call: /^projects\/programmeProjectStatus\/?$/,
  reply: json => ({
    ...json,
    projects: (json['projects'] as Json[]).map(one => ({ ...one, project_status: 'validation' }))
  })
}

export const everythingIsAccepted: GivenReply = {
  call: /^(projects\/programmeProjectStatus|acceptances)\/?$/,
  reply: json =>
    'acceptances' in json
      ? {
          ...json,
          acceptances: (json['acceptances'] as Json[]).map(one => ({ ...one, acceptance_state: 'accepted' }))
        }
      : collectionHasClosed.reply(json)
}

export const anEditionIsDue: GivenReply = {
  call: /^editions\/?$/,
  reply: json => ({ ...json, next: { ...(json['next'] as Json), refusal: null } })
}

export const aBlankSection: GivenReply = {
  call: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
  reply: json => ({
    ...json,
    section: { ...(json['section'] as Json), status: 'in_progress', is_locked: false, lock_reason: null },
    sub_sections: (json['sub_sections'] as Json[]).map(part => ({
      ...part,
      questions: (part['questions'] as Json[]).map(question => ({
        ...question,
        answer: {
          ...(question['answer'] as Json),
          value: null,
          is_not_applicable: false,
          is_not_available: false
        }
      }))
    }))
  })
}

const aQuestion = (query_id: number): Json => ({
  query_id,
  questionnaire_id: 1,
  submission_id: 1,
  section_id: 1,
  question_id: query_id,
  row_id: 0,
  column_id: 0,
  organisation_id: 1,
  organisation_name: 'Aldersyde General',
  submission_name: 'Ward 1A',
  section_name: 'Establishment',
  question_text: `Staff of grade ${query_id}`,
  row_name: '',
  column_name: '',
  question_type: 'integer',
  option_list: [],
  unit: '',
  decimal_places: 0,
  rules: [],
  received: { value: 24, is_not_applicable: false, is_not_available: false },
  previous_answer: null,
  expected: null,
  query_text: 'Is this right?',
  query_status: 'open',
  is_overdue: false,
  version: 1,
  raised_by: 'R. Lindqvist',
  raised_at: '2026-11-02T09:00:00.000Z',
  due_at: null,
  thread: []
})

export const openQuestions: GivenReply = {
  call: /^queries\/?$/,
  reply: json => ({ ...json, queries: [aQuestion(1), aQuestion(2)], total: 2 })
}
