import { worlds } from '../../contract/worlds.ts'
import { defineArea } from '../area.ts'
import { worldEvents } from './events.ts'
import { worldsRest } from './rest.ts'
import { countVisits } from './visits/queries.ts'
import { eraseWorlds } from './world/delete.ts'
import './graph/world.ts'
import './graph/worldChange.ts'
import './graph/worldMutations.ts'
import './graph/lists.ts'
import './graph/persistence.ts'
import './graph/feedback.ts'
import { personalData } from './personalData.ts'

export const worldsArea = defineArea({
  tag: 'Worlds',
  contract: worlds,
  rest: worldsRest,
  personalData,
  events: worldEvents,
  nodeTypes: { world: 'World', unityPackage: 'WorldPackage', feedback: 'Feedback' },
  jobs: [{ name: 'count-visits', schedule: '*/10 * * * *', run: countVisits }],
  accountErasure: { place: 60, erase: eraseWorlds },
})
