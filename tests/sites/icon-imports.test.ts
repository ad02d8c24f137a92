import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { iconModules, isIcon, reexportsIcons } from '#sites/shell/icon-imports.ts'

const id = join(
  dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')),
  'dist/esm/lucide-react.mjs'
)
const passingOn = { id, code: readFileSync(id, 'utf8') }
const namesOf = (code: string): string[] => iconModules(code, passingOn).map(file => basename(file))

test('recognises the module that re-exports all icons, and icons', () => {
  expect(reexportsIcons(id)).toBe(true)
  expect(iconModules('import { Sigma } from "lucide-react"', passingOn).map(isIcon)).toEqual([true])
})

test('code imports only the icons that it names, under any alias', () => {
  expect(namesOf(`import { Sigma, ChevronDown as Down } from 'lucide-react'; const X = 1`)).toEqual([
    'sigma.mjs',
    'chevron-down.mjs'
  ])
  expect(namesOf('import{X,\n  TriangleAlert}from"lucide-react"')).toEqual([
    'x.mjs',
    'triangle-exclamation-point.mjs'
  ])
  expect(namesOf(`import { Sigma } from './icons'`)).toEqual([])
})
