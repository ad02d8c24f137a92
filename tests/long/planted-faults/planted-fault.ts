/** One edit of a source file that breaks one subject of the product. */
export interface PlantedFault {
  subject: string
  file: string
  /** Occurs once in the file. */
  before: string
  after: string
  /** The tests that must notice it. */
  test: string
}
