// Every address: who may open it, and what an address means.

import { describe, expect, test } from 'vitest'
import { matchPath } from '#browser/app/match.ts'
import { routes } from '#browser/app/routes.ts'
import { paths, staticPaths } from '#programme/paths.ts'

describe('the route table (spec 2)', () => {
  test('addresses and their guards', () => {
    expect(routes.map(({ pattern, guards }) => `${pattern}  ${guards.join(' ')}`.trim()))
      .toMatchInlineSnapshot(`
      [
        "/",
        "/login",
        "/register",
        "/forgot-password",
        "/verify",
        "/verify/:id",
        "/users  auth is-admin",
        "/documents",
        "/organisation",
        "/projects  auth",
        "/projects/:projectcode  auth",
        "/projects/:projectcode/about  auth",
        "/projects/:projectcode/dashboard  auth",
        "/projects/:projectcode/registration  auth",
        "/projects/:projectcode/data-collection  auth",
        "/projects/:projectcode/data-collection/questionnaire/:ids  auth",
        "/projects/:projectcode/:explorertype  auth",
        "/projects/:projectcode/:explorertype/search  auth",
        "/projects/:projectcode/:explorertype/:groupname  auth",
        "/projects/:projectcode/:explorertype/:groupname/detail/:id?  auth",
        "/surveys/404",
        "/surveys/:ids",
        "/surveys/:ids/:casecode  casecode",
        "/surveys/:ids/:casecode/complete  casecode",
        "/surveys/:ids/:casecode/questions  casecode",
      ]
    `)
  })

  test('every address without a variable part has a file of its own', () => {
    expect([...staticPaths].toSorted()).toEqual(
      routes
        .map(({ pattern }) => pattern)
        .filter(pattern => !pattern.includes(':'))
        .toSorted()
    )
  })

  test.each([
    [paths.project('ward-staffing'), '/projects/:projectcode', { projectcode: 'ward-staffing' }],
    [paths.projectAbout('w'), '/projects/:projectcode/about', { projectcode: 'w' }],
    [paths.dataCollection('w'), '/projects/:projectcode/data-collection', { projectcode: 'w' }],
    [
      paths.section('w', 1, 2, 3),
      '/projects/:projectcode/data-collection/questionnaire/:ids',
      { projectcode: 'w', ids: '1-2-3' }
    ],
    [
      paths.explorer('w', 'results'),
      '/projects/:projectcode/:explorertype',
      { projectcode: 'w', explorertype: 'results' }
    ],
    [
      paths.explorerSearch('w', 'results'),
      '/projects/:projectcode/:explorertype/search',
      { projectcode: 'w', explorertype: 'results' }
    ],
    [
      paths.explorerGroup('w', 'results', 'falls & harm'),
      '/projects/:projectcode/:explorertype/:groupname',
      { projectcode: 'w', explorertype: 'results', groupname: 'falls & harm' }
    ],
    [
      paths.explorerDetail('w', 'results', 'g', 5),
      '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
      { projectcode: 'w', explorertype: 'results', groupname: 'g', id: '5' }
    ],
    [
      paths.explorerDetail('w', 'results', 'g'),
      '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
      { projectcode: 'w', explorertype: 'results', groupname: 'g' }
    ],
    [paths.verify('x-1'), '/verify/:id', { id: 'x-1' }],
    [paths.surveyNotFound(), '/surveys/404', {}],
    [paths.surveyCase(1, 2, 'AB12'), '/surveys/:ids/:casecode', { ids: '1-2', casecode: 'AB12' }],
    [
      paths.surveyQuestions(1, 2, 'AB12'),
      '/surveys/:ids/:casecode/questions',
      { ids: '1-2', casecode: 'AB12' }
    ],
    [paths.surveyComplete(1, 2, 'AB12'), '/surveys/:ids/:casecode/complete', { ids: '1-2', casecode: 'AB12' }]
  ])('%s', (path, pattern, params) => {
    const match = matchPath(path)
    expect(match?.route.pattern).toBe(pattern)
    expect(match?.params).toEqual(params)
  })

  test.each([
    '/nowhere',
    '/LOGIN',
    '/Projects',
    '/projects/w/results/g/other/5',
    '/login/more',
    '/projects/%E0%A4%A'
  ])('%s is unknown', path => {
    expect(matchPath(path)).toBeNull()
  })

  test.each(['1-2', '1-2-3-4', '1-2-x', '0-2-3', '1--3', '1-2-3.5', '-1-2-3'])(
    'a questionnaire needs three whole numbers: %s is none',
    ids => {
      const match = matchPath(`/projects/w/data-collection/questionnaire/${ids}`)
      expect(match?.route.open(match.params)).toBeNull()
    }
  )

  test('a chart’s id must be a whole number', () => {
    const open = (path: string) => matchPath(path)?.route.open(matchPath(path)?.params ?? {})
    expect(open('/projects/w/results/g/detail/5')).not.toBeNull()
    expect(open('/projects/w/results/g/detail/five')).toBeNull()
  })
})
