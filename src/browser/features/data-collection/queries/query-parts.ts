// What a section shows of its queries, in one file that is fetched where there are any.
export { PanelQueries } from './panel-queries.tsx'
export { QuestionsNote } from './questions-note.tsx'
