// Reads a list as a whole, for screens and files that sort and filter it themselves.

import { ok, type Result } from '#lib/result.ts'

/** All pages as one reply. `read` asks for the page from an offset; `name` is the field with its rows. */
export async function readAllPages<Name extends string, Row, Reply extends Record<Name, Row[]> & { total: number }>(
  name: Name,
  read: (offset: number) => Promise<Result<Reply>>
): Promise<Result<Reply>> {
  const rows: Row[] = []
  for (;;) {
    const page = await read(rows.length)
    if (!page.ok) return page
    const found = page.value[name]
    rows.push(...found)
    // None is left if rows were removed meanwhile.
    if (found.length === 0 || rows.length >= page.value.total) return ok({ ...page.value, [name]: rows })
  }
}
