import { BEFORE_RELEASE, type Migration } from '../migration.ts'

/** A kept answer is sent as it stands: as text nobody takes it apart, and uncompressed it is read at the speed of the disk. */
export const keptCharts: Migration = {
  name: '009-kept-charts',
  contracts: BEFORE_RELEASE,
  async up(make) {
    await make.run('delete from chart_cache')
    await make.run('alter table chart_cache alter column answer type text using answer::text')
    await make.run('alter table chart_cache alter column answer set storage external')
  }
}
