import { enumEntries } from '#domain/projects/enums.ts'
import type { RouteOf } from '#server/http/route.ts'

export const getEnum: RouteOf<'getEnum'> = ({ params }) =>
  Promise.resolve({ enums: enumEntries(params.name) })
