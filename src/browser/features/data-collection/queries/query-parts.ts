// What a section shows of its queries, in one file that is fetched where there are any.
export { PanelQueries } from './cell-queries.tsx'
export { QuestionsNote } from './questions-note.tsx'
