import { jams } from '../../contract/jams.ts'
import { defineArea } from '../area.ts'
import { jamEvents } from './events.ts'
import { jamsRest } from './rest.ts'
import { eraseJamSubmissions } from './submission/delete.ts'
import './graph/jam.ts'
import './graph/submission.ts'
import './graph/lists.ts'
import './graph/jamMutations.ts'
import './graph/submission.ts'
import './graph/subscriptions.ts'
import { personalData } from './personalData.ts'

export const jamsArea = defineArea({
  tag: 'Jams',
  contract: jams,
  rest: jamsRest,
  personalData,
  nodeTypes: { jam: 'Jam', jamSubmission: 'JamSubmission' },
  events: jamEvents,
  accountErasure: { place: 45, erase: eraseJamSubmissions },
})
