import { BEFORE_RELEASE, type Migration } from '../migration.ts'

/** A question belongs to a project before it is placed; its answers are counted when it is changed. */
export const questionProjects: Migration = {
  name: '008-question-projects',
  contracts: BEFORE_RELEASE,
  async up(make) {
    await make.run('alter table questions add column project_id bigint')
    await make.run(
      `update questions as w set project_id = (
        select min(n.project_id)
        from question_memberships m
        join sub_sections t on t.programme_id = m.programme_id and t.sub_section_id = m.sub_section_id
        join sections c on c.programme_id = t.programme_id and c.section_id = t.section_id
        join questionnaires n on n.programme_id = c.programme_id and n.questionnaire_id = c.questionnaire_id
        where m.programme_id = w.programme_id and m.question_id = w.question_id
      )`
    )
    // Questions that are not placed belong to the programme's first project.
    await make.run(
      `update questions as w set project_id = (select min(p.project_id) from projects p where p.programme_id = w.programme_id)
      where project_id is null`
    )
    await make.run('alter table questions alter column project_id set not null')
    await make.run(
      'alter table questions add foreign key (programme_id, project_id) references projects (programme_id, project_id)'
    )
    await make.index('questions', 'project_id')
    await make.index('answers', 'question_id')
  }
}
