export interface ProjectPeriod {
  projectId: number
  timePeriodId: number
}

/** The period as calls name it. */
export const projectPeriodScope = ({ projectId, timePeriodId }: ProjectPeriod) => ({
  project_id: projectId,
  time_period_id: timePeriodId
})
