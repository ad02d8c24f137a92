import type { TableMaker } from '#server/database/table-maker.ts'

interface Found {
  /** The column with its title. */
  title: string
  /** The texts of its own that it is found by. */
  texts: string
}

/** What can be found. */
const found: Record<string, Found> = {
  charts: {
    title: 'chart_name',
    texts: `chart_name || ' ' || definition_html || ' ' || numerator_text || ' ' || denominator_text || ' ' || unit`
  },
  projects: { title: 'project_name', texts: `project_name || ' ' || project_code || ' ' || summary` },
  documents: {
    title: 'document_name',
    texts: `document_name || ' ' || document_type || ' ' || file_name || ' ' || version_label`
  },
  project_guidances: { title: 'title', texts: `title || ' ' || body_html` },
  questions: { title: 'question_text', texts: `question_text || ' ' || help_text` }
}

/**
 * The words of everything that can be found, indexed, and each word once: a misspelt word is looked for among the words and not among the
 * texts. Words stay when their text goes, because one that leads nowhere does no harm.
 */
export async function searchable(make: TableMaker): Promise<void> {
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
  for (const [table, { title, texts }] of Object.entries(found)) {
    await indexTexts(make, table, texts)
    await indexTitles(make, table, title)
  }
}

async function indexTexts(make: TableMaker, table: string, texts: string): Promise<void> {
  await make.run(
    `alter table ${table} add column words text[] not null generated always as (search_words_of(${texts})) stored`
  )
  await make.run(`create index ${table}_by_words on ${table} using gin (words) with (fastupdate = off)`)
  for (const change of ['insert', 'update']) {
    await make.run(`create trigger ${table}_words_after_${change} after ${change} on ${table}
      referencing new table as written_rows for each statement execute function note_search_words()`)
  }
}

/** The best results of a search are read first: what has the words in its title, and titles in the order of their letters. */
async function indexTitles(make: TableMaker, table: string, title: string): Promise<void> {
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
