import type { Migration } from '#server/database/migration.ts'

/**
 * The words are read from the written rows before they are inserted: on Citus, an insert into a distributed table is planned apart from the
 * trigger and does not see its rows.
 */
export const wordsOfWrittenRows: Migration = {
  name: '003-words-of-written-rows',
  async up(make) {
    await make.run(`create or replace function note_search_words() returns trigger language plpgsql as $$
    declare
      programme bigint;
      written text[];
    begin
      for programme, written in
        select programme_id, array_agg(distinct word order by word)
        from (select programme_id, unnest(words) as word from written_rows) as each_word group by programme_id order by programme_id
      loop
        insert into search_words (programme_id, word) select programme, unnest(written) on conflict do nothing;
      end loop;
      return null;
    end $$`)
  }
}
