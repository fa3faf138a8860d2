import { defineArea } from '../area.ts'
import { operationEvents } from './events.ts'
import { collectFigures } from './figures/collect.ts'
import './graph/figure.ts'
import './graph/job.ts'
import './graph/mail.ts'
import './graph/serverNode.ts'
import './graph/setting.ts'
import { personalData } from './personalData.ts'

export const operationsArea = defineArea({
  tag: 'Miscellaneous',
  contract: {},
  rest: {},
  personalData,
  events: operationEvents,
  jobs: [{ name: 'collect-figures', schedule: '* * * * *', run: collectFigures }],
  nodeTypes: { serverNode: 'ServerNode', jobRun: 'JobRun', queuedMail: 'QueuedMail' },
})
