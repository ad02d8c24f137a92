// Limits that a caller and the server must agree on.

/** Spec 9: the case code list is cut at 1000. */
export const MAX_CASE_CODES = 1000
/** Spec 9: contacts, scopes, guidances and registration submissions are listed up to 100. */
export const MAX_LIST_ROWS = 100
/** Product 8: rows on one page of a paged list. */
export const MAX_PAGE_ROWS = 500
/** Submissions of a project, or of an organisation. */
export const MAX_SUBMISSIONS = 1000
/** A body above this is refused with 413 before it is parsed. */
export const MAX_BODY_BYTES = 1_048_576
/** Cells in one save; the save queue splits larger ones. */
export const MAX_CELLS_PER_SAVE = 500
/** Characters of one answer, whatever its question allows. */
export const MAX_ANSWER_LENGTH = 20_000
/** Of a person's first name and last name each. */
export const MAX_PERSON_NAME_LENGTH = 100
/** Options of one question, and so of one answer. */
export const MAX_OPTIONS = 200
/** Members of one peer group, chosen on screen or named in a file. */
export const MAX_GROUP_MEMBERS = 5000
/** Documents of a programme and of all its projects. */
export const MAX_DOCUMENTS = 5000
/** Options of one filter that are chosen at once. */
export const MAX_CHOSEN_OPTIONS = 1000
/** Single values of a chart's series that are listed for one period; averages, ranks and counts are of all. */
export const MAX_LISTED_VALUES = 2000
/** Quality 2: a password has at most 256 characters. */
export const MAX_PASSWORD_LENGTH = 256
/** The longest lifetime of an API key, in days. */
export const MAX_KEY_DAYS = 365
/** Rows that one repeating sub-section takes. */
export const MAX_REPEATED_ROWS = 200
/** Cells that one chart is calculated from. */
export const MAX_CHART_PARAMETERS = 1000
/** Series of one chart: more lines or parts of a bar cannot be told apart. */
export const MAX_CHART_SERIES = 50
/** Single values that a chart's reply lists over all series and periods: twenty periods of MAX_LISTED_VALUES. */
export const MAX_REPLY_VALUES = 40_000
/** The same for a preview, which is requested again after every change. */
export const MAX_PREVIEW_VALUES = 5000
/** Questions of one questionnaire. */
export const MAX_QUESTIONS = 1000
/** Places for answers in one questionnaire, and lines in its file. */
export const MAX_PLACES = 5000
/** Calculated questions of one questionnaire. Each save calculates those that depend on it. */
export const MAX_FORMULAS = 100
/** Rows of a sheet of a workbook, including its heading: the limit of Excel's format. */
export const MAX_SHEET_ROWS = 1_048_576

const MEGABYTE = 1024 * 1024
/** The largest reply of an operation that does not declare another limit. */
export const MAX_REPLY_BYTES = 5 * MEGABYTE
/** The largest reply that grows with the submissions or texts of a project. */
export const MAX_LARGE_REPLY_BYTES = 40 * MEGABYTE
export const MAX_DOCUMENT_BYTES = 64 * MEGABYTE
/** The longest duration of an operation that does not declare another limit. */
export const MAX_SECONDS = 60
/** The longest duration of an operation that calculates all figures of a period. The server drops connections after two minutes. */
export const MAX_LONG_SECONDS = 110
