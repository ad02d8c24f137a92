import type { Migration } from '../migration.ts'
import type { TableMaker } from '../table-maker.ts'

/** What can be found, and the texts of its own that it is found by. */
const found = {
  charts: `chart_name || ' ' || definition_html || ' ' || numerator_text || ' ' || denominator_text || ' ' || unit`,
  projects: `project_name || ' ' || project_code || ' ' || summary`,
  documents: `document_name || ' ' || document_type || ' ' || file_name || ' ' || version_label`,
  project_guidances: `title || ' ' || body_html`,
  questions: `question_text || ' ' || help_text`
}

/**
 * The words of everything that can be found, indexed, and each word once: a misspelt word is looked for among the words and not among the
 * texts. Words stay when their text goes, because one that leads nowhere does no harm.
 */
export const searchWords: Migration = {
  name: '015-search-words',
  async up(make) {
    await make.table(
      'search_words',
      `programme_id bigint not null references programmes,
      word text not null,
      primary key (programme_id, word)`
    )
    // Characters are listed and not classified, so that every collation splits alike. Tags and entities are not words.
    await make.run(`create function search_words_of(written text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct left(word, 60) order by left(word, 60)), '{}') from regexp_split_to_table(
        lower(regexp_replace(written, '<[^>]*>|&#?[[:alnum:]]+;', ' ', 'g')),
        '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]+') as word
      where word <> '' $$`)
    await make.run(`create function note_search_words() returns trigger language plpgsql as $$
      begin
        insert into search_words (programme_id, word)
          select distinct programme_id, unnest(words) from written_rows order by 1, 2
          on conflict do nothing;
        return null;
      end $$`)
    for (const [table, texts] of Object.entries(found)) await makeFindable(make, table, texts)
  }
}

async function makeFindable(make: TableMaker, table: string, texts: string): Promise<void> {
  await make.run(
    `alter table ${table} add column words text[] not null generated always as (search_words_of(${texts})) stored`
  )
  await make.run(`create index ${table}_by_words on ${table} using gin (words) with (fastupdate = off)`)
  await make.run(`insert into search_words (programme_id, word)
    select distinct programme_id, unnest(words) from ${table} on conflict do nothing`)
  for (const change of ['insert', 'update']) {
    await make.run(`create trigger ${table}_words_after_${change} after ${change} on ${table}
      referencing new table as written_rows for each statement execute function note_search_words()`)
  }
}
