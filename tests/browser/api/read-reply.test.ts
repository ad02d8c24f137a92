// A reply without one of its lists, for each operation and each list of its reply, also of lists within lists.

import { expect, test } from 'vitest'
import { readReply } from '#browser/api/read-reply.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listsOf, nameOf, removeList, type ListPath, type SchemaPart } from '#tests/support/reply-lists.ts'

/** A reply in which everything is there once. */
function sample(part: SchemaPart, option = 0): unknown {
  if (part.wrapped) return sample(part.wrapped, option)
  if (part.item) return [sample(part.item, option)]
  if (part.type === 'variant')
    return sample((part.options?.[option] ?? part.options?.[0]) as SchemaPart, option)
  if (part.type === 'literal') return (part as unknown as { literal: unknown }).literal
  if (!part.entries) return 1
  return Object.fromEntries(Object.entries(part.entries).map(([key, entry]) => [key, sample(entry, option)]))
}

const cases = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  listsOf(endpoint).map(list => ({ name, endpoint, ...list, list: nameOf(list.path) }))
)

/** The value at a path of a sample, whose lists have one item. */
const valueAt = (reply: unknown, path: ListPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key ?? 0], reply)

test('the test covers lists within lists', () => {
  expect(cases.filter(({ path }) => path.includes(null)).length).toBeGreaterThan(50)
})

test.each(cases)('$name without $list', ({ endpoint: { reply: schema }, path, isOptional, hasDefault }) => {
  if (schema === 'file') expect.fail('A file has no lists.')
  // Of a variant, the list is in one of its options.
  const option = [0, 1, 2].find(index => Array.isArray(valueAt(sample(schema as SchemaPart, index), path)))
  const whole = () => sample(schema, option)
  expect(readReply(whole(), schema)).toEqual(whole())
  for (const gap of ['missing', 'null']) {
    const reply = whole()
    expect(removeList(reply, path)).toBe(true)
    const owner = valueAt(reply, path.slice(0, -1)) as Record<string, unknown>
    if (gap === 'null') owner[path.at(-1)!] = null
    const read = readReply(reply, schema)
    // What is at the top is what was asked for: without it there is no reply.
    if (path.length === 1 && !isOptional) expect([gap, read]).toEqual([gap, null])
    // What is null has no default.
    else
      expect([gap, valueAt(read, path) ?? null]).toEqual([
        gap,
        isOptional && !(hasDefault && gap === 'missing') ? null : []
      ])
  }
})
