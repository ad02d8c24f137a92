import type { Migration } from '#server/database/migration.ts'

/** Editions as files, in parts. */
export const releases: Migration = {
  name: '012-releases',
  async up(make) {
    await make.table(
      'release_parts',
      `programme_id bigint not null,
      edition_id bigint not null,
      -- What the project promised its members when the file was made. Under another promise there is another file.
      visibility text not null,
      minimum_count integer not null,
      part_number integer not null,
      content bytea not null,
      primary key (programme_id, edition_id, visibility, minimum_count, part_number),
      foreign key (programme_id, edition_id) references editions (programme_id, edition_id)`
    )
    // It is compressed already.
    await make.tune('alter table release_parts alter column content set storage external')
  }
}
