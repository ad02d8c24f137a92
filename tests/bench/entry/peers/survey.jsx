// SurveyJS: a matrix of number fields.
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import 'survey-core/survey-core.css'
import { beginMount, columns, main, rows } from '../pages/size.ts'

beginMount()
const survey = new Model({
  elements: [
    {
      type: 'matrixdropdown',
      name: 'cells',
      columns: columns.map(name => ({ name, cellType: 'text', inputType: 'number', min: 0, max: 1000 })),
      rows
    }
  ]
})
createRoot(main()).render(<Survey model={survey} />)
