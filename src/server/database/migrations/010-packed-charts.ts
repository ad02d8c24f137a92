import { BEFORE_RELEASE, type Migration } from '../migration.ts'

/** Kept answers are compressed: a large one is written and read in a tenth of the pages, which takes longer than packing it. */
export const packedCharts: Migration = {
  name: '010-packed-charts',
  contracts: BEFORE_RELEASE,
  async up(make) {
    await make.run('delete from chart_cache')
    await make.run(`alter table chart_cache alter column answer type bytea using convert_to(answer, 'UTF8')`)
    // It cannot be compressed any further.
    await make.run('alter table chart_cache alter column answer set storage external')
  }
}
