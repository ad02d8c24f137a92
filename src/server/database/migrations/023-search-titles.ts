import type { Migration } from '../migration.ts'

/** What can be found, and the column with its title. */
const titles = {
  charts: 'chart_name',
  projects: 'project_name',
  documents: 'document_name',
  project_guidances: 'title',
  questions: 'question_text'
}

/** The best results of a search are read first: what has the words in its title, and titles in the order of their letters. */
export const searchTitles: Migration = {
  name: '023-search-titles',
  async up(make) {
    for (const [table, title] of Object.entries(titles)) {
      await make.run(
        `alter table ${table} add column title_words text[] not null generated always as (search_words_of(${title})) stored`
      )
      await make.run(
        `create index ${table}_by_title_words on ${table} using gin (title_words) with (fastupdate = off)`
      )
      // A query has at most 200 letters, and a row of an index not many more. In the order of bytes what begins with a text is one range.
      await make.run(
        `create index ${table}_by_title on ${table} (programme_id, (left(lower(${title}), 200) collate "C"))`
      )
    }
  }
}
