import type { Migration } from '#server/database/migration.ts'

/** Charts of what respondents answer and of rows that organisations add: which aggregate they show, and its frozen figures. */
export const aggregates: Migration = {
  name: '006-aggregates',
  async up(make) {
    await make.run(`alter table chart_parameters
      -- Null for a cell that each submission has once.
      add column aggregate jsonb`)
    await make.run(`alter table answers
      -- Another answer hides it. Answers from before this column count until their section is saved again.
      add column is_hidden boolean not null default false`)
    // As edition_cells, of what charts count of cases and rows.
    await make.table(
      'edition_aggregates',
      `programme_id bigint not null,
      edition_id bigint not null,
      question_id bigint not null,
      row_id bigint not null,
      column_id bigint not null,
      tally text not null,
      submission_ids json not null,
      numbers json not null,
      -- Submissions with too few cases.
      few_ids json not null,
      primary key (programme_id, edition_id, question_id, row_id, column_id, tally),
      foreign key (programme_id, edition_id) references editions (programme_id, edition_id)`
    )
    // As data_versions, for the charts that count the cases or rows of a questionnaire.
    await make.table(
      'aggregate_versions',
      `programme_id bigint not null,
      questionnaire_id bigint not null,
      shard integer not null,
      version bigint not null,
      primary key (programme_id, questionnaire_id, shard),
      foreign key (programme_id, questionnaire_id) references questionnaires (programme_id, questionnaire_id)`
    )
  }
}
